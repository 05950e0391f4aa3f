#!/bin/sh
# The page of hetgrid report in a real browser, without a window: nothing is loaded from elsewhere, nothing is wider than a large or a
# narrow window, all words of the pictures lie within them. In check-long; a browser that is not there is not missed.
. "${top_srcdir:-.}/testing/cli/functions.sh"
browser=
for name in chromium google-chrome; do
  browser=${browser:-$(command -v $name)}
done
[ -n "$browser" ] || { echo "neither chromium nor google-chrome"; rm -rf "$work"; exit 77; }
HETGRID_CYCLE_TIMES=1,3,2,1 HETGRID_MIN_N=0 HETGRID_PROFILE=$work/profile
export HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_PROFILE
expect 0 correct "${MPIEXEC:-mpiexec}" -n 4 "${top_builddir:-.}/testing/robustness/calls" 60 once
expect 0 "4 processes" "$hetgrid" report "$work/profile" --html "$work/page.html"

# A copy of the page that tells in its title what the browser has made of it.
python3 - "$work" <<'PY' || fail "no page"
import sys
page = open(sys.argv[1] + "/page.html").read()
probe = """<script>
const outside = (text, frame) => {
  const t = text.getBoundingClientRect(), f = frame.getBoundingClientRect();
  return t.left < f.left - 1 || t.right > f.right + 1 || t.top < f.top - 1 || t.bottom > f.bottom + 1;
};
const pictures = [...document.querySelectorAll("svg")];
document.title = "found " + JSON.stringify({
  pictures: pictures.length,
  words: pictures.flatMap((p) => [...p.querySelectorAll("text")]).length,
  outside: pictures.flatMap((p) => [...p.querySelectorAll("text")].filter((t) => outside(t, p)).map((t) => t.textContent)),
  unpainted: pictures.flatMap((p) => [...p.querySelectorAll("rect")].filter((r) => getComputedStyle(r).fill == "none")).length,
  rows: [...document.querySelectorAll("tr")].filter((r) => r.getBoundingClientRect().height > 5).length,
  wider: document.documentElement.scrollWidth > innerWidth,
  loaded: performance.getEntriesByType("resource").map((entry) => entry.name)});
</script>"""
assert page.count("</body>") == 1
open(sys.argv[1] + "/probe.html", "w").write(page.replace("</body>", probe + "</body>"))
PY
for width in 1400 500; do
  timeout -k 5 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" \
    --window-size=$width,900 --dump-dom "file://$work/probe.html" >"$work/dom" 2>"$work/out" ||
    fail "$browser: $(tail -n 5 "$work/out")"
  python3 - "$work/dom" <<'PY' || fail "window of $width pixels: $(grep -o '<title>found .*</title>' "$work/dom")"
import html, json, re, sys
found = json.loads(html.unescape(re.search(r"<title>found (.*?)</title>", open(sys.argv[1]).read()).group(1)))
assert found["pictures"] > 3 and found["words"] > 4 * 3 and found["rows"] > 5, found
assert found["outside"] == [] and found["loaded"] == [] and not found["wider"] and found["unpainted"] == 0, found
PY
done
finish
