"""The Fortran module from hetgrid.h: python3 fortran_module.py hetgrid.h SAMPLE > hetgrid.f90

SAMPLE is what the Fortran compiler makes of the name hg_sample. Every routine gets an explicit interface under its own name;
those that come in several types get a generic name without the letter of the type (hg_pgemm), for local arrays of rank 1 and
2: these are the same routines, bound by their C names.
"""

import itertools
import re
import sys

TYPES = {
    "int": "integer(c_int)",
    "int64_t": "integer(c_int64_t)",
    "float": "real(c_float)",
    "double": "real(c_double)",
    "hg_complex8": "complex(c_float_complex)",
    "hg_complex16": "complex(c_double_complex)",
    "char": "character(kind=c_char)",
}
KINDS = "c_char, c_double, c_double_complex, c_float, c_float_complex, c_int, c_int64_t"
# Arguments of these names are arrays, of the matrices of any rank that the caller likes.
MATRICES = {"a", "b", "c"}
VECTORS = {"desc", "desca", "descb", "descc", "descip", "ipiv", "iwork", "rwork", "t", "tau", "work"}
BLOCK_ARRAYS = {"i", "j", "m", "n", "offset", "lld"}  # of hg_partition_blocks, where they are results
TEXTS = {"file", "policy"}
# Letters of types that LAPACK puts into other words for complex matrices: one generic name for both.
SAME = {"ormqr": "unmqr", "orgqr": "ungqr", "sygst": "hegst", "tranu": "tran"}


def routines(header):
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    pattern = r"(\w+) HG_FC_GLOBAL_\((\w+),\s*\w+\)\s*\((.*?)\);"
    for result, name, arguments in re.findall(pattern, text, re.S):
        words = [re.match(r"(const )?(\w+) ?\*? ?(\w*)$", " ".join(a.split())) for a in arguments.split(",")]
        if None in words:
            sys.exit(f"fortran_module.py: {name}: an argument list that it does not understand")
        yield result, name, [(bool(w[1]), w[2], w[3]) for w in words if w[3]]


def wrap(line):
    """Free form, continued before column 100."""
    lines = []
    while len(line) > 100:
        at = line.rindex(" ", 0, 98)
        lines.append(line[:at] + " &")
        line = "        " + line[at + 1 :]
    return [*lines, line]


def declaration(constant, kind, name, ranks):
    shape = ""
    if name in MATRICES and kind != "char":
        shape = "(*)" if ranks.get(name, 1) == 1 else "(1, *)"
    elif name in VECTORS or (name in BLOCK_ARRAYS and not constant):
        shape = "(*)"
    text = "character(len=*)" if name in TEXTS else TYPES[kind]
    intent = "in" if constant else "inout"
    return f"      {text}, intent({intent}) :: {name}{shape}"


def interface(result, name, arguments, alias="", binding="", ranks={}):
    head = "subroutine" if result == "void" else f"{TYPES[result]} function"
    end = "subroutine" if result == "void" else "function"
    names = ", ".join(argument[2] for argument in arguments)
    yield from wrap(f"    {head} {alias or name}({names}){binding}")
    yield f"      import :: {KINDS}"
    for argument in arguments:
        yield declaration(*argument, ranks)
    yield f"    end {end}"


def generic_name(name):
    match = re.match(r"hg_p([sdcz])(\w+)$", name)
    return match and f"hg_p{SAME.get(match[2], match[2])}"


def generics(found, sample):
    families = {}
    for result, name, arguments in found:
        if generic_name(name):
            families.setdefault(generic_name(name), []).append((result, name, arguments))
    for generic, members in sorted(families.items()):
        yield f"  interface {generic}"
        for result, name, arguments in members:
            matrices = [argument[2] for argument in arguments if argument[2] in MATRICES]
            for ranks in itertools.product((1, 2), repeat=len(matrices)):
                alias = f"{name}_" + "".join(map(str, ranks))
                binding = f" bind(c, name='{sample.replace('hg_sample', name).replace('HG_SAMPLE', name.upper())}')"
                yield from interface(result, name, arguments, alias, binding, dict(zip(matrices, ranks)))
        yield "  end interface"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        header = file.read()
    found = list(routines(header))
    if len(found) != header.count("HG_FC_GLOBAL_("):
        sys.exit("fortran_module.py: prototypes in hetgrid.h that it does not understand")
    lines = [
        "! hetgrid: explicit interfaces, made from hetgrid.h, which describes the routines. hg_pgemm and the like stand for all",
        "! types of a routine, with local arrays of rank 1 or 2.",
        "module hetgrid",
        f"  use, intrinsic :: iso_c_binding, only: {KINDS}",
        "  implicit none",
        f"  private :: {KINDS}",
    ]
    for name, value in re.findall(r"^#define (HG_\w+) (\d+)$", header, re.M):
        lines.append(f"  integer, parameter :: {name.lower()} = {value}")
    lines.append("  interface")
    for result, name, arguments in found:
        lines += interface(result, name, arguments)
    lines.append("  end interface")
    lines += generics(found, sys.argv[2])
    lines.append("end module hetgrid")
    print("\n".join(lines))


main()
