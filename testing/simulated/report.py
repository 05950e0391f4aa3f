"""Tables in Markdown, and progress."""

import sys
import time

START = time.monotonic()


def progress(text):
    minutes, seconds = divmod(int(time.monotonic() - START), 60)
    print(f"[{minutes:2d}:{seconds:02d}] {text}", file=sys.stderr, flush=True)


def number(value, digits=3):
    """Three significant digits, as tables have them; None: -"""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    text = f"{value:.{digits}g}"
    return f"{value:.0f}" if "e" in text and abs(value) < 1e7 and abs(value) >= 1 else text


def seconds(value):
    return "-" if value is None else f"{value:.4g}" if value < 1e4 else f"{value:.0f}"


def verdict(value, least):
    return f">= {least}" + ("" if value >= least else ", missed")


def table(header, rows):
    lines = [list(header), ["---"] * len(header)] + [[number(cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
