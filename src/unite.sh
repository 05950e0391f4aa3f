#!/bin/sh
# unite.sh UNIT SOURCE...: writes UNIT, unity/FOLDER.cpp, which includes those of the sources that are in this folder.
unit=$1
shift
folder=${unit#unity/}
folder=${folder%.cpp}
mkdir -p "$(dirname "$unit")" || exit 1
{
  echo '#include "config.h"'
  # It takes sources for headers, whose anonymous namespaces would be one in each source.
  echo '#pragma GCC diagnostic ignored "-Wsubobject-linkage"'
  for source; do
    case $source in
      "$folder"/*/*) ;;
      "$folder"/*.cpp) printf '#include "%s"\n' "$source" ;;
    esac
  done
} >"$unit"
grep -q '^#include "src/' "$unit" || { echo "unite.sh: none of the sources is in $folder" >&2; rm -f "$unit"; exit 1; }
