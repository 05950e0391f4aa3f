#!/bin/sh
# Start a test program in SimGrid, with arithmetic, in which no time passes: smpirun.sh RANKS PROGRAM [ARGUMENTS].
# PROGRAM is the line of shell that starts a suite of one (START_OF_SUITE): it is SimGrid that starts it.
# One process a host, all hosts at one switch. SimGrid returns 0 after a deadlock: success is what the program says.
# Environment: SMPIRUN.

ranks=$1 start=$2
shift 2
set -- $(sed -n 's/^exec \(.*\) "\$@"$/\1/p' "$start") "$@"
[ -n "$SMPIRUN" ] || { echo "smpirun.sh: SMPIRUN is not set: name the smpirun of SimGrid" >&2; exit 99; }
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

cat >"$folder/platform.xml" <<EOT
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="switch" prefix="host" suffix="" radical="0-$((ranks - 1))" speed="1Gf" bw="125MBps" lat="50us"/>
</platform>
EOT
i=0
while [ $i -lt "$ranks" ]; do
  echo "host$i"
  i=$((i + 1))
done >"$folder/hosts"

# smpirun copies the program to TMPDIR, once for each process, so that each has variables of its own. A process that
# catches a signal would jump to another's stack.
TMPDIR=$folder HETGRID_KERNELS=real BOOST_TEST_CATCH_SYSTEM_ERRORS=no
export TMPDIR HETGRID_KERNELS BOOST_TEST_CATCH_SYSTEM_ERRORS
"$SMPIRUN" -np "$ranks" -platform "$folder/platform.xml" -hostfile "$folder/hosts" \
  --cfg=smpi/simulate-computation:no --cfg=smpi/wtime:0 --cfg=smpi/test:0 --cfg=smpi/iprobe:0 --cfg=smpi/send-is-detached-thresh:0 \
  --cfg=network/model:CM02 --cfg=network/crosstraffic:0 "$@" >"$folder/output" 2>&1
status=$?
cat "$folder/output"
[ $status -eq 0 ] || exit $status
grep -q "^tests passed on all $ranks ranks\$" "$folder/output" ||
  { echo "smpirun.sh: the program did not say that the tests passed on all $ranks ranks"; exit 1; }
