#!/bin/sh
# hetgrid probe finds the speeds and links that are emulated. It runs alone: it would measure the work of others, too.
. "${top_srcdir:-.}/testing/cli/functions.sh"

# Speeds. How nearly they are found is a matter of the machine, and of benchmarks: where the timers of a virtual machine are late,
# a quota of 1 ms every 3 ms is worth less than a third of a core (3.0 to 3.7 was seen). Other work on the cores would be
# measured, too: more than the two ranks and this shell want to run.
probe_emulated() {
  crowded=0
  "$hetgrid" emulate --cycle-times 1,3 -- "$hetgrid" probe --output "$work/platform.json" 2>"$work/out" &
  emulate=$!
  while kill -0 $emulate 2>/dev/null; do
    read -r one five fifteen running last </proc/loadavg
    [ "${running%/*}" -gt 3 ] && crowded=$((crowded + 1))
    sleep 0.1
  done
  wait $emulate || fail "probe: $(cat "$work/out")"
  ratio=$(sed -n 's/.*"cycle_time": \([0-9.]*\).*/\1/p' "$work/platform.json" | sort -g | tail -n 1)
  echo "emulated cycle-times 1, 3, measured 1, $ratio; other work in $crowded samples"
}
if "$hetgrid" emulate --cycle-times 1,3 -- true >"$work/out" 2>&1; then
  judged=0
  for attempt in 1 2 3 4 5; do
    probe_emulated
    found=$(awk -v r="$ratio" 'BEGIN { print (r > 2.4 && r < 4.2) }')
    [ "$found" = 1 ] && break
    [ $crowded -le 2 ] && judged=$((judged + 1))
  done
  if [ "$found" = 0 ] && [ $judged -gt 0 ]; then
    fail "the probe does not see the emulated speeds"
  elif [ "$found" = 0 ]; then
    echo "not judged: other work keeps the cores busy"
  fi
fi

# What is told of a slow BLAS is not in the file, if that is standard output.
OPENBLAS_CORETYPE=Prescott timeout 60 "$hetgrid" probe --seconds 0.05 >"$work/platform.json" 2>"$work/out"
[ "$(head -c 1 "$work/platform.json")" = '{' ] || fail "in front of the platform: $(head -n 1 "$work/platform.json")"

# What ranks preload brings AddressSanitizer into every program that they are, shells as well.
[ -n "$SANITIZER_FLAGS" ] && export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0
if ! "$hetgrid" emulate --oversubscribe --bandwidth 1G -n 2 -- true >"$work/out" 2>&1; then
  echo "networks cannot be emulated here: $(cat "$work/out")"
  finish
fi

# Links, within 5 %, if the machine is quiet enough in one of a few attempts. A byte over one of them takes some 30 ns of
# computing, of a core that two hosts may share: they are slow enough for that.
cat >"$work/rates.py" <<'END'
import json, sys
network = json.load(open(sys.argv[1]))["network"]
rates = [float(rate) for rate in sys.argv[2].split(",")]
n = len(rates)
for a in range(n):
    for b in range(n):
        if "links" in network: # a star's
            found = min(network["links"][a]["bandwidth"], network["links"][b]["bandwidth"])
        else:
            found = (network["pairs"][a * n + b] if "pairs" in network else network["between_hosts"]).get("bandwidth")
        rate = min(rates[a], rates[b]) / 8
        if a != b and not abs(found / rate - 1) <= 0.05:
            sys.exit(f"ranks {a} and {b}: {found:.4g}, expected {rate:.4g} bytes a second")
END
many_hosts=${HETGRID_CHECK_LONG:+2e7,2e7,2e7,5e6,2e7,5e6,2e7,2e7,2e7} # by rounds of pairs; nine ranks take their time on two cores
for links in 3e8,3e8 1e8,2e7,1e8 $many_hosts; do
  [ "$links" = "$many_hosts" ] && expect_seconds=240
  for attempt in 1 2 3 4; do
    expect 0 "" "$hetgrid" emulate --oversubscribe --links $links -- "$hetgrid" probe --network --seconds 0.1 --output "$work/platform.json"
    python3 "$work/rates.py" "$work/platform.json" $links 2>"$work/off" && break
  done
  [ -s "$work/off" ] && fail "probe, links $links: $(cat "$work/off")"
done
finish
