"""Manual pages of the routines from hetgrid.h: python3 man_pages.py hetgrid.h FOLDER VERSION

A page for every comment with the prototypes behind it; the other names of it are links. What hetgrid.h says of all routines is
hetgrid(3).
"""

import pathlib
import re
import sys

header = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
folder = pathlib.Path(sys.argv[2])
version = sys.argv[3]

PIECES = re.compile(r"/\*(.*?)\*/|^[a-z][\w ]*\b HG_FC_GLOBAL_\((\w+),\s*\w+\)\s*(\(.*?\));", re.S | re.M)


def escaped(text):
    """For roff: no commands, no escapes."""
    return "\n".join(re.sub(r"^([.'])", r"\\&\1", line) for line in text.replace("\\", "\\e").replace("-", "\\-").splitlines())


def plain(comment):
    return "\n".join(re.sub(r"^ \* ?", "", line) for line in comment.strip().splitlines()).strip()


def body(text):
    """Paragraphs; what is indented, the table of arguments, stays as it stands."""
    lines = []
    for paragraph in re.split(r"\n\n+", text):
        if any(line.startswith(" ") for line in paragraph.splitlines()):
            lines.append(f".PP\n.nf\n{escaped(paragraph)}\n.fi")
        else:
            lines.append(f".PP\n{escaped(paragraph)}")
    return "\n".join(lines)


def write(name, text):
    (folder / f"{name}.3").write_text(text, encoding="utf-8")


def page(names, prototypes, comment):
    rest = comment.partition(": ")[2] if comment.startswith("HG_") else comment
    first = re.split(r"[.;:] |\n\n", rest, maxsplit=1)[0].replace("\n", " ").rstrip(".")
    # Each with a hanging indent, as long as it is.
    synopsis = "\n".join(f".HP\n{escaped(prototype)}" for prototype in prototypes)
    write(
        names[0],
        f'.TH {names[0].upper()} 3 "" "hetgrid {version}" "hetgrid"\n'
        f".SH NAME\n{', '.join(names)} \\- {escaped(first)}\n"
        f".SH SYNOPSIS\n.ad l\n#include <hetgrid.h>\n{synopsis}\n.ad b\n"
        f".SH DESCRIPTION\n{body(rest)}\n"
        f".SH SEE ALSO\nhetgrid(3)\n",
    )
    for name in names[1:]:
        write(name, f".so man3/{names[0]}.3\n")


def main():
    folder.mkdir(parents=True, exist_ok=True)
    comment, names, prototypes, introduction = "", [], [], ""

    def close():
        if names:
            page(names, prototypes, comment)

    for piece in PIECES.finditer(header):
        if piece[2]:
            names.append(piece[2])
            result = piece[0].split()[0]
            prototypes.append(f"{result} {piece[2]}_{' '.join(piece[3].split())};")
        else:
            close()
            introduction = introduction or plain(piece[1])
            comment, names, prototypes = plain(piece[1]), [], []
    close()
    text = introduction.partition(": ")[2]
    summary = text.split(".", 1)[0]
    write(
        "hetgrid",
        f'.TH HETGRID 3 "" "hetgrid {version}" "hetgrid"\n.SH NAME\nhetgrid \\- {escaped(summary)}\n'
        f".SH SYNOPSIS\n.nf\n#include <hetgrid.h>\n.fi\n.SH DESCRIPTION\n{body(text)}\n",
    )


main()
