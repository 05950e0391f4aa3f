#!/bin/sh
# Every P routine of the installed ScaLAPACK that takes a descriptor is exported by libhetgrid-scalapack as well, every
# other one is in the list below, and libhetgrid-scalapack exports nothing that ScaLAPACK does not have.
# cores: 1
# Environment: top_srcdir, top_builddir, PYTHON3, NM.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
NM=${NM:-nm} PYTHON3=${PYTHON3:-python3}
failures=0
fail() {
  echo "FAILED: $1"
  cat "$2"
  failures=$((failures + 1))
}

library=$(ls "${top_builddir:-.}"/.libs/libhetgrid-scalapack.so 2>/dev/null) ||
  { echo "no shared libhetgrid-scalapack: skipped"; exit 77; }
scalapack=$(ldd "$library" | sed -n 's/.*libscalapack[^ ]* => \([^ ]*\).*/\1/p' | head -n 1)
[ -f "$scalapack" ] || { echo "ScaLAPACK is no shared library: skipped"; exit 77; }
exported() { $NM -D --defined-only "$1" | sed -n 's/@.*//; s/.* [TW] \(p[a-z0-9]*\)_$/\1/p' | sort -u; } # without versions
exported "$scalapack" >"$work/scalapack"
exported "$library" >"$work/hetgrid"

# Without a descriptor: PBBLAS and TOOLS on local data, machine constants, pieces of eigenvalue routines. PxCHK1MAT
# checks descriptors and touches no data.
tr ' ' '\n' <<END | grep . | sort -u >"$work/others"
pbcmatadd pbctr2a1 pbctr2af pbctr2at pbctr2b1 pbctr2bt pbctran pbctrget pbctrnv pbctrsrt pbctrst1 pbcvecadd
pbdmatadd pbdtr2a1 pbdtr2af pbdtr2at pbdtr2b1 pbdtr2bt pbdtran pbdtrget pbdtrnv pbdtrsrt pbdtrst1 pbdvecadd
pbsmatadd pbstr2a1 pbstr2af pbstr2at pbstr2b1 pbstr2bt pbstran pbstrget pbstrnv pbstrsrt pbstrst1 pbsvecadd
pbzmatadd pbztr2a1 pbztr2af pbztr2at pbztr2b1 pbztr2bt pbztran pbztrget pbztrnv pbztrsrt pbztrst1 pbzvecadd
pcchekpad pccol2row pcfillpad pcrow2col pctreecomb pdchekpad pdcol2row pdfillpad pdrow2col pdtreecomb
pichekpad picol2row pifillpad pirow2col pitreecomb pschekpad pscol2row psfillpad psrow2col pstreecomb
pzchekpad pzcol2row pzfillpad pzrow2col pztreecomb pchk1mat pchk2mat pxerbla
pdlabad pdlachkieee pdlaebz pdlaecv pdlaed2 pdlaed3 pdlaiectb pdlaiectl pdlamch pdlapdct pdlasnbt pdstebz
pslabad pslachkieee pslaebz pslaecv pslaed2 pslaed3 pslaiect pslamch pslapdct pslasnbt psstebz
pilaenv pilaenvx pilaver piparmq pjlaenv pmpcol pmpim2
END

table=${top_srcdir:-.}/src/scalapack/routines.txt
$PYTHON3 "${top_srcdir:-.}/src/scalapack/generate.py" --list "$table" >"$work/list" || fail "generate.py --list" "$work/list"
awk '$2 !~ /^(native|intercepted|wrapped|refused)$/ || NF != 2' "$work/list" >"$work/unknown"
[ -s "$work/unknown" ] && fail "lines that are no symbol and class" "$work/unknown"
sed 's/_\{0,1\} .*//' "$work/list" | sort >"$work/listed_all"
sort -u "$work/listed_all" >"$work/listed"
uniq -d "$work/listed_all" >"$work/twice"
[ -s "$work/twice" ] && fail "listed more than once" "$work/twice"

compare() { # MESSAGE FILE OTHER: names in FILE that are not in OTHER
  comm -23 "$2" "$3" >"$work/difference"
  [ -s "$work/difference" ] && fail "$1" "$work/difference"
}
sort -u "$work/listed" "$work/others" >"$work/known"
comm -12 "$work/listed" "$work/others" >"$work/both"
[ -s "$work/both" ] && fail "classified, but without a descriptor" "$work/both"
compare "in ScaLAPACK, but neither classified nor without a descriptor" "$work/scalapack" "$work/known"
compare "classified, but not in ScaLAPACK" "$work/listed" "$work/scalapack"
compare "classified, but not exported by libhetgrid-scalapack" "$work/listed" "$work/hetgrid"
compare "exported by libhetgrid-scalapack, but not classified" "$work/hetgrid" "$work/listed"

# C programs have the moves by other names.
by_c_name() { $NM -D --defined-only "$1" | sed -n 's/@.*//; s/.* [TW] \(Cp[a-z0-9]*\)$/\1/p' | sort -u; }
by_c_name "$scalapack" | grep 'mr2do\{0,1\}$' >"$work/scalapack_c"
by_c_name "$library" >"$work/hetgrid_c"
[ -s "$work/scalapack_c" ] || fail "ScaLAPACK has no C names of moves" "$work/scalapack_c"
compare "C names of ScaLAPACK, but not of libhetgrid-scalapack" "$work/scalapack_c" "$work/hetgrid_c"
compare "C names of libhetgrid-scalapack, but not of ScaLAPACK" "$work/hetgrid_c" "$work/scalapack_c"

# The main names of each class, so that a table that has lost half of its lines does not pass.
while read -r class names; do
  for name in $names; do
    grep -Eq "^${name}_? $class\$" "$work/list" || { echo "$name" >"$work/name"; fail "is not $class" "$work/name"; }
  done
done <<END
intercepted pdgemm pstrsm pcgetrf pzgesv pdgeqrf pdgels pspotrf pzposv pdtrmm pzherk pdgetrs pctrtri pdpotri pdsymm pzher2k pcgetri pdsygst pzhegst pdtran pctranu pztranc pdgemr2d
native pdlauum pdormqr pzunmqr pdlange
wrapped pdsyev pzheev pdgesvd pdsyevx pdgemv pdnrm2 pdsyngst pdgehrd pdgesvx
refused pddbsv pzptsv pdlarft pdlacon
END
awk '{ count[$2]++ } END { for (class in count) print count[class], class }' "$work/list"
[ "$failures" -eq 0 ]
