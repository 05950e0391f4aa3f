#!/bin/sh
# --cores of hetgrid run and hetgrid emulate: each rank has its cores and as many threads, quotas are those of all cores of a rank, ranks of
# different numbers of threads compute together, and more cores than there are is one line.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
unset HETGRID HETGRID_PLATFORM HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_VERBOSE LD_PRELOAD

cores=$(nproc)
if [ "$cores" -lt 2 ]; then
  echo "SKIPPED: two cores are needed, there is $cores"
  exit 77
fi
too_many=$((cores + 1))

# A line for each rank: how many cores, threads, and which cores.
cat >"$work/show" <<'END_OF_SHOW'
echo "has $(nproc) $OPENBLAS_NUM_THREADS $OMP_NUM_THREADS on $(sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status)"
END_OF_SHOW
# each_has COUNT...: of the ranks of the last command, in any order; none shares a core with another.
each_has() {
  for count; do echo "has $count $count $count"; done | sort >"$work/wanted"
  sed -n 's/^\(has .*\) on .*/\1/p' "$work/out" | sort | cmp -s - "$work/wanted" || fail "not $*: $(cat "$work/out")"
  [ $# -ne 2 ] || [ "$(sed -n 's/^has .* on //p' "$work/out" | sort -u | wc -l)" = 2 ] || fail "shared: $(cat "$work/out")"
}
commands=emulate
"$hetgrid" run -- true >/dev/null 2>&1 && commands="emulate run"
for command in $commands; do
  ranks=
  [ $command = run ] && ranks="-n 2"
  expect 0 has "$hetgrid" $command $ranks --cores 1,1 -- sh "$work/show"
  each_has 1 1
  [ $command = run ] && ranks="-n 1"
  expect 0 has "$hetgrid" $command $ranks --cores 2 -- sh "$work/show"
  each_has 2

  expect 2 "hetgrid: --cores: 1,$too_many: expected at most $cores in all: this process may use only cores " \
    "$hetgrid" $command ${ranks:+-n 2} --cores 1,$too_many -- true
  for wrong in 0 -1 x 1, 1,,1 1.5 1:2; do
    expect 2 "expected a whole number, 1 to" "$hetgrid" $command "--cores=$wrong" -- true
    one_line
    grep -q '^hetgrid: --cores: ' "$work/out" || fail "$command --cores=$wrong: $(cat "$work/out")"
  done
done
if [ "$commands" != emulate ]; then
  expect 0 has "$hetgrid" run --cores 2 -- sh "$work/show"
  each_has 2
  expect 0 has "$hetgrid" run --cores 1,1 -- sh "$work/show"
  each_has 1
  # As srun tells it, of the third and fourth of four ranks on two hosts; where nobody tells, what is wrong is not kept quiet.
  srun="env -u MPI_LOCALRANKID -u OMPI_COMM_WORLD_LOCAL_RANK SLURM_STEP_NUM_TASKS=4"
  for rank in 0 1; do
    expect 0 has $srun SLURM_PROCID=$((rank + 2)) SLURM_LOCALID=$rank SLURM_NODEID=1 "SLURM_STEP_TASKS_PER_NODE=2(x2)" \
      "$hetgrid" run --cores 2,2,1,1 -- sh "$work/show"
    each_has 1
    sed -n 's/^has .* on //p' "$work/out" >>"$work/srun"
  done
  [ "$(sort -u "$work/srun" | wc -l)" = 2 ] || fail "ranks of srun share a core"
  expect 0 has $srun SLURM_PROCID=3 SLURM_LOCALID=0 SLURM_NODEID=2 "SLURM_STEP_TASKS_PER_NODE=2,1(x2)" \
    "$hetgrid" run --cores 8,8,8,2 -- sh "$work/show"
  each_has 2
  expect 2 "hetgrid: --cores: " $srun SLURM_PROCID=1 "$hetgrid" run --cores $cores,1 -- true
  one_line
  export OMPI_MCA_hwloc_base_binding_policy=none # Open MPI binds ranks to cores of their own
  expect 0 has "$MPIEXEC" -n 2 "$hetgrid" run --cores 1,1 -- sh "$work/show"
  each_has 1 1
  expect 2 "--cores: 1,1: expected 3 numbers, one for each rank" "$hetgrid" run -n 3 --cores 1,1 -- true
  one_line
  expect 2 "hetgrid: --cores: 1: expected one number for each rank, and there are 2" "$MPIEXEC" -n 2 "$hetgrid" run --cores 1 -- true
  [ "$(grep -c '^hetgrid: ' "$work/out")" = 1 ] || fail "not one line: $(cat "$work/out")"
fi
expect 2 "--cores: 1,1: expected 3, one for each rank, as --cycle-times says" "$hetgrid" emulate --cycle-times 1,1,2 --cores 1,1 -- true
expect 2 "--cores: $too_many: expected at most $cores each" "$hetgrid" emulate --cores $too_many --oversubscribe -- true

# One rank with two threads, one with one.
expect 0 "PASSED" "$hetgrid" emulate --cores 2,1 --oversubscribe -- "$hetgrid" time gemm --n 300 --block-size 16 --runs 1 \
  --cycle-times 1,2 --aggregate-size 100 --aggregate-seconds 0.01
for operation in lu qr cholesky; do
  expect 0 "PASSED" "$hetgrid" emulate --cores 2,1 --oversubscribe -- "$hetgrid" time $operation --n 300 --block-size 16 \
    --runs 1 --cycle-times 1,2 --aggregate-size 100 --aggregate-seconds 0.01
  grep -q FAILED "$work/out" && fail "$operation: $(cat "$work/out")"
done

if "$hetgrid" emulate --cycle-times 1,2 -- true >/dev/null 2>&1; then
  expect 0 "rank 0: cycle-time 3, cores " "$hetgrid" emulate --cores 2 --cycle-times 3 --full-speed 1 -- true
  grep -q '2.000 ms of every 3.000 ms' "$work/out" || fail "a third of two cores: $(cat "$work/out")"
fi
finish
