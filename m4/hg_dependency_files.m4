# HG_DEPENDENCY_FILES
# Makes the files that hold dependencies, empty, all at once, before automake's own command does, which starts three
# processes for each. To be called before a compiler is looked for.
AC_DEFUN([HG_DEPENDENCY_FILES],
[AC_CONFIG_COMMANDS([dependency files],
  [if test -z "$AMDEP_TRUE"; then
    hg_files=`sed -n '/^am__depfiles_remade *=/,/[[^\\\\]]$/{s/^am__depfiles_remade *=//;s/\\\\$//;p;}' Makefile |
      sed "s,\\$(DEPDIR),$DEPDIR,g"`
    mkdir -p `for hg_file in $hg_files; do AS_ECHO(["${hg_file%/*}"]); done | sort -u`
    for hg_file in $hg_files; do
      test -f "$hg_file" || echo '# dummy' >"$hg_file"
    done
  fi], [AMDEP_TRUE="$AMDEP_TRUE" DEPDIR="$DEPDIR"])
])
