#!/bin/sh
# No two classes share a name and a namespace.
# cores: 1
# Environment: top_srcdir.
python3 "$top_srcdir/testing/header/check_definitions.py" "$top_srcdir"
