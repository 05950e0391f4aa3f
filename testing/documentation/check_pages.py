"""What the pages promise is there: python3 check_pages.py SOURCE HETGRID.

Links lead to files and headings; every option of a hetgrid command in a block of shell lines is listed by its --help.
"""

import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
hetgrid = sys.argv[2]
pages = [source / "README.md", source / "HACKING.md", *sorted((source / "doc").glob("*.md"))]


def anchors(page):
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def broken_links(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            yield target


def help_of(command, known={}):
    if command not in known:
        asked = subprocess.run([hetgrid, *command, "--help"], capture_output=True, text=True)
        known[command] = asked.stdout if asked.returncode == 0 else None
    return known[command]


def hetgrid_calls(page):
    """(the words of one hetgrid command), also those behind mpiexec and emulate --."""
    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            for part in line.split("#")[0].replace("hetgrid emulate", "-- hetgrid emulate").split(" -- "):
                words = part.split()
                starts = [k for k, word in enumerate(words) if word.rsplit("/", 1)[-1] == "hetgrid"]
                if starts:
                    yield words[starts[-1] + 1 :]
                elif words[:1] == ["time"]:  # hetgrid simulate -- time
                    yield words


def unknown_options(page):
    for words in hetgrid_calls(page):
        depth = 2 if words[:2] == ["shape", "push"] else 1
        text = help_of(tuple(words[:depth]))
        if text is None:
            yield f"hetgrid {' '.join(words)}: no such command"
            continue
        for option in (word for word in words if re.match(r"--?[a-z]", word)):
            if not re.search(rf"(^|[\s,]){re.escape(option)}\b(?!-)", text):
                yield f"hetgrid {' '.join(words)}: {option}"


found = 0
for page in pages:
    for problem in [*broken_links(page), *unknown_options(page)]:
        print(f"{page.relative_to(source)}: {problem}")
        found += 1
sys.exit(found > 0)
