"""One definition of every class: python3 check_definitions.py SOURCE.

Two classes of one name in one namespace, in different files, are a program without a meaning: where their constructors
are not inlined, the linker takes those of either.
"""

import collections
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
opened = re.compile(r"namespace(?: ([\w:]+))? \{$")
defined = re.compile(r"(?:template <.*> )?(?:struct|class|union|enum class|enum) (?:alignas\(\w+\) )?(\w+)(?: final)?(?: : .*)? \{")


def classes(file):
    """Those at namespace scope, with linkage: at column 0, in no unnamed namespace."""
    namespaces = []
    for line in file.read_text().splitlines():
        if match := opened.match(line):
            namespaces.append(match[1])
        elif line.startswith("} // namespace"):
            namespaces.pop()
        elif (match := defined.match(line)) and None not in namespaces:
            yield "::".join([*namespaces, match[1]])


files = collections.defaultdict(set)
for folder in ("include", "src"):
    for file in sorted((source / folder).rglob("*.[ch]pp")):
        for name in classes(file):
            files[name].add(str(file.relative_to(source)))
several = {name: where for name, where in files.items() if len(where) > 1}
for name, where in several.items():
    print(f"{name}: defined in {', '.join(sorted(where))}: expected one definition")
print(f"{len(files)} classes, {len(several)} with several definitions")
sys.exit(1 if several or not files else 0)
