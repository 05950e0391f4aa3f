#!/bin/sh
# Links and commands of README.md, HACKING.md and doc/.
PYTHONDONTWRITEBYTECODE=1 exec python3 "$top_srcdir/testing/documentation/check_pages.py" "$top_srcdir" "$top_builddir/hetgrid"
