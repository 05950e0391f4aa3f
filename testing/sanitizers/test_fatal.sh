#!/bin/sh
# What the sanitizers find ends the program with an error, also in a test: an overflow, an access behind an array, lost
# memory. A build in which they only print would pass all tests.
# cores: 1
# Environment: CXX, SANITIZER_FLAGS.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/faults.cpp" <<'END'
#include <cstdlib>
#include <climits>
int main(int argc, char** argv) {
  const int fault = std::atoi(argv[1]);
  int* volatile array = static_cast<int*>(std::malloc(4 * sizeof(int)));
  array[0] = INT_MAX;
  array[1] = argc;
  if (fault == 1) array[0] += array[1];
  if (fault == 2) array[2 + 2 * array[1]] = 0;
  if (fault == 3) array = nullptr;
  std::free(array);
}
END
$CXX -O1 $SANITIZER_FLAGS "$work/faults.cpp" -o "$work/faults" || exit 1

failed=0
# expect FAULT TEXT: the program says TEXT and fails.
expect() {
  "$work/faults" "$1" >"$work/out" 2>&1
  status=$?
  if [ $status -eq 0 ] || ! grep -q "$2" "$work/out"; then
    echo "FAILED: fault $1: exit status $status, expected: $2"
    cat "$work/out"
    failed=1
  fi
}
"$work/faults" 0 || { echo "FAILED: no fault, but exit status $?"; failed=1; }
expect 1 "signed integer overflow"
expect 2 "heap-buffer-overflow"
expect 3 "detected memory leaks"
exit $failed
