#!/bin/sh
# Links and commands of README.md, HACKING.md and doc/; manual pages.
# cores: 1
failed=0
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/testing/documentation/check_pages.py" "$top_srcdir" "$top_builddir/hetgrid" ||
  failed=1

# Every routine has a page, every command has one if help2man was there to make it, and no page says anything that troff does not understand.
for routine in $(grep -o 'HG_FC_GLOBAL_(hg_[a-z0-9_]*' "$top_srcdir/include/hetgrid.h" | sed 's/.*(//'); do
  [ -s "$top_builddir/man/man3/$routine.3" ] || { echo "no manual page of $routine"; failed=1; }
done
if grep -q '^HELP2MAN = .' "$top_builddir/Makefile"; then
  for command in $("$top_builddir/hetgrid" --help | awk '/^  [a-z]/ { print $1 }'); do
    [ -s "$top_builddir/man/man1/hetgrid-$command.1" ] || { echo "no manual page of hetgrid $command"; failed=1; }
  done
fi
if command -v groff >/dev/null; then
  complaints=$(cd "$top_builddir/man" && groff -man -z -ww man*/*.[13] 2>&1 | head -n 5)
  [ -z "$complaints" ] || { echo "$complaints"; failed=1; }
fi
exit $failed
