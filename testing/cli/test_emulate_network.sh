#!/bin/sh
# hetgrid emulate --bandwidth and --links: hosts of their own, messages over their links, nothing left behind.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"

# What ranks preload brings AddressSanitizer into every program that they are, shells as well.
[ -n "$SANITIZER_FLAGS" ] && export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0

# Bad input, which no rights are needed for.
for rate in 0 -1 nan 1e30G abc; do
  expect 2 "hetgrid: --bandwidth: $rate: expected bits a second from 100k to 100G" \
    "$hetgrid" emulate "--bandwidth=$rate" -n 2 -- true
  one_line
done
for links in 1G, 1G,,1G 1G,x; do
  expect 2 "hetgrid: --links: " "$hetgrid" emulate "--links=$links" -- true
  one_line
done
expect 2 "hetgrid: --links: 1G,1G,1G: expected 2, one for each rank, as -n says" \
  "$hetgrid" emulate --links 1G,1G,1G -n 2 -- true
one_line
expect 2 "hetgrid: --links: 1G: expected 2, one for each rank, as --cycle-times says" \
  "$hetgrid" emulate --links 1G --cycle-times 1,1 -- true
expect 2 "hetgrid: --cycle-times: 1,2: expected 3, one for each rank, as -n says" \
  "$hetgrid" emulate --cycle-times 1,2 -n 3 -- true
expect 2 "hetgrid: --links: 1G,1G: expected either this or --bandwidth" \
  "$hetgrid" emulate --links 1G,1G --bandwidth 1G -- true
one_line
expect 2 "hetgrid: --cycle-times: none: expected one for each rank" "$hetgrid" emulate --bandwidth 1G -- true
one_line
expect 2 "hetgrid: -n: 0: expected" "$hetgrid" emulate --bandwidth 1G -n 0 -- true

emulate() {
  expect 0 "" "$hetgrid" emulate --oversubscribe "$@"
}

if ! "$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- true >"$work/out" 2>&1; then
  cat "$work/out"
  one_line
  [ "$failures" -eq 0 ] || finish
  rm -rf "$work"
  echo "SKIPPED: networks cannot be emulated here"
  exit 77
fi

# state: what a network could leave behind. left: wait for as little as there was before.
state() {
  cat /proc/mounts
  cut -d: -f1 /proc/net/dev
  ls -d "${TMPDIR:-/tmp}"/hetgrid-network-* 2>/dev/null
}
left_behind() {
  for i in $(seq 50); do
    state >"$work/after"
    for pid in $(cat "$work/pids" 2>/dev/null); do
      [ -d "/proc/$pid" ] && ! grep -qs '^State:.Z' "/proc/$pid/status" && echo "process $pid" >>"$work/after"
    done
    cmp -s "$work/before" "$work/after" && return
    sleep 0.1
  done
  fail "$1 leaves something behind:"
  diff "$work/before" "$work/after"
}
state >"$work/before"

# Every rank is alone on a host, which has a name, an interface, shared memory and names of the others.
emulate --links 1G,100M,10M -- sh -c 'echo "$(hostname) $(ls /sys/class/net | tr "\n" " ")$(ls -A /dev/shm)"
  getent hosts hetgrid0 hetgrid1 hetgrid2 | wc -l'
[ "$(grep -c '^hetgrid[012] eth0 lo $' "$work/out")" = 3 ] || fail "hosts: $(cat "$work/out")"
[ "$(grep '^hetgrid[012] ' "$work/out" | sort -u | wc -l)" = 3 ] || fail "names: $(cat "$work/out")"
[ "$(grep -c '^3$' "$work/out")" = 3 ] || fail "names of others: $(cat "$work/out")"
grep -q 'rank 1: cycle-time 1, core .*, host hetgrid1, 100 Mbit/s' "$work/out" || fail "no description: $(cat "$work/out")"
left_behind "a run"

# A product on a 1 x 2 grid: each rank gets half of A from the other over its link.
cat >"$work/product" <<'END'
"$1" time gemm --n 400 --block-size 32 --cycle-times 1,1 --grid 1x2 --runs 1 --library hetgrid --layout uniform \
  --aggregate-size 100 --aggregate-seconds 0.01 || exit 1
sed -n 's/ *eth0: *\([0-9]*\) .*/received \1/p' /proc/net/dev
END
emulate --bandwidth 100M -n 2 -- sh "$work/product" "$hetgrid"
received=$(sed -n 's/^received //p' "$work/out" | sort -n | head -n 1)
[ "${received:-0}" -gt $((400 * 200 * 8)) ] || fail "bytes over the link: \"$received\": $(cat "$work/out")"
grep -q "hetgrid .* PASSED" "$work/out" || fail "a product: $(cat "$work/out")"
expect 3 "" "$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- sh -c 'exit 3'
left_behind "a program that fails"

# Two networks at the same time have the same names and addresses.
"$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- sh -c 'hostname; sleep 1' >"$work/other" 2>&1 &
other=$!
emulate --bandwidth 1G -n 2 -- sh -c 'hostname; sleep 1'
wait $other || fail "a second network: $(cat "$work/other")"
[ "$(sort -u "$work/out" "$work/other" | grep -c '^hetgrid[01]$')" = 2 ] || fail "two networks"
left_behind "two networks"

# Signals. hetgrid may be a script that runs the program: the owner of the network gets them.
for signal in INT TERM KILL; do
  rm -f "$work/pids"
  env --default-signal=INT "$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- \
    sh -c "trap '' TERM INT; echo \$\$ >>'$work/pids'; sleep 61 & sleep 62; wait" >"$work/out" 2>&1 &
  emulate=$!
  for i in $(seq 100); do
    [ "$(cat "$work/pids" 2>/dev/null | wc -l)" = 2 ] && break
    sleep 0.1
  done
  [ "$(cat "$work/pids" 2>/dev/null | wc -l)" = 2 ] || fail "the ranks do not start: $(cat "$work/out")"
  owner=$(sed -n 's/.*emulate-host --owner \([0-9]*\) .*/\1/p' "/proc/$(head -n 1 "$work/pids")/environ" | head -n 1)
  kill -$signal "$owner"
  wait $emulate
  left_behind "SIG$signal"
done

# What fails half-way: tc, on the switch.
mkdir "$work/tools"
cat >"$work/tools/tc" <<'END'
#!/bin/sh
grep -q port1 "$2" && { echo "no bucket" >&2; exit 2; }
exit 0
END
chmod +x "$work/tools/tc"
expect 1 "tc: exit status 2: no bucket" env PATH="$work/tools:$PATH" "$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- true
one_line
left_behind "tc that fails"

# Without rights: one line, and nothing is started.
if command -v setpriv >/dev/null; then
  expect 1 "needs root" setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- echo started
  one_line
  left_behind "a run without rights"
fi
finish
