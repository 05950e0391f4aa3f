#!/bin/sh
# What bash completes, in a plain bash: subcommands, and the options of each, as --help lists them.
# Environment: top_srcdir, top_builddir.
# cores: 1

command -v bash >/dev/null || { echo "no bash: skipped"; exit 77; }
exec bash --norc -s "$top_srcdir/doc/hetgrid.bash" "$top_builddir/hetgrid" <<'END'
. "$1" || exit 1
hetgrid=$2
failed=0

# expect "WORD..." WORD...: these are offered for the last word of the words after hetgrid.
expect() {
  local expected=$1
  shift
  COMP_WORDS=("$hetgrid" "$@") COMP_CWORD=$# COMPREPLY=()
  _hetgrid
  if [ "${COMPREPLY[*]}" = "$expected" ]; then
    echo "ok      hetgrid $*"
  else
    echo "FAILED: hetgrid $*: '${COMPREPLY[*]}', expected '$expected'"
    failed=1
  fi
}

complete -p hetgrid >/dev/null || failed=1
expect plan pl
expect 'shape solve simulate' s
expect --cycle-times plan --cyc
expect --cycle-times emulate --cyc
expect --cycle-times emulate --cycle-times 1,3 -- "$hetgrid" plan --cyc
expect --version --vers
expect '' plan --no-such-option
expect '' plan pl # files, which bash completes itself

# Every subcommand, and of every one all options.
commands=$("$hetgrid" --help | awk '/^  [a-z]/ { print $1 }')
[ -n "$commands" ] || { echo "FAILED: no subcommands in --help"; failed=1; }
expect "$(echo $commands)" ''
for command in $commands; do
  expect "$("$hetgrid" $command --help | grep -o -- '--[a-z][a-z-]*' | sort -u | xargs)" $command --
done
exit $failed
END
