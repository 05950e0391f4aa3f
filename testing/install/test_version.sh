#!/bin/sh
# The macros of version.h, the command, what pkg-config and CMake read and the manual pages tell the version of VERSION.
# cores: 1
# Environment: CC, CPPFLAGS, top_srcdir, top_builddir.

version=$(sed -n 's/^version=//p' "$top_srcdir/VERSION")
failed=0
# tells WHO WHAT: WHO says that the version is WHAT.
tells() {
  [ "$2" = "$version" ] || { echo "FAILED: $1: version $2, expected $version"; failed=1; }
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/version.c" <<'END'
#include <hetgrid/version.h>
#include <stdio.h>
int main(void) {
  printf("%d.%d.%d %d\n", HG_VERSION_MAJOR, HG_VERSION_MINOR, HG_VERSION_PATCH, HG_VERSION);
  return 0;
}
END
$CC $CPPFLAGS "$work/version.c" -o "$work/version" || exit 1
macros=$("$work/version")
tells version.h "${macros% *}"
expected=$(echo "$version" | awk -F . '{ print $1 * 10000 + $2 * 100 + $3 }')
[ "${macros#* }" = "$expected" ] || { echo "FAILED: HG_VERSION is ${macros#* }, expected $expected"; failed=1; }

tells "hetgrid --version" "$("$top_builddir/hetgrid" --version | sed 's/^hetgrid //')"
for name in hetgrid hetgrid-plan; do
  tells $name.pc "$(sed -n 's/^Version: //p' "$top_builddir/$name.pc")"
done
tells hetgridConfigVersion.cmake "$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' "$top_builddir/hetgridConfigVersion.cmake")"
tells hetgrid.3 "$(sed -n 's/^\.TH .* "hetgrid \([^"]*\)".*/\1/p' "$top_builddir/man/man3/hetgrid.3")"
# Debian's files are in the repository alone.
[ ! -e "$top_srcdir/debian/changelog" ] ||
  tells debian/changelog "$(sed -n '1s/.*(\([^)-]*\).*/\1/p' "$top_srcdir/debian/changelog")"
exit $failed
