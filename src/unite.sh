#!/bin/sh
# unite.sh UNIT FOLDERS SOURCE...: writes UNIT, which includes those of the sources that are in these folders.
unit=$1
folders=$2
shift 2
mkdir -p "$(dirname "$unit")" || exit 1
{
  echo '#include "config.h"'
  # It takes sources for headers, whose anonymous namespaces would be one in each source.
  echo '#pragma GCC diagnostic ignored "-Wsubobject-linkage"'
  for folder in $folders; do
    for source; do
      case $source in
        "$folder"/*/*) ;;
        "$folder"/*.cpp) printf '#include "%s"\n' "$source" ;;
      esac
    done
  done
} >"$unit"
grep -q '^#include "src/' "$unit" || { echo "unite.sh: none of the sources is in $folders" >&2; rm -f "$unit"; exit 1; }
