#!/usr/bin/env python3
"""What google-re2 makes of patterns: reads JSON lines {"pattern", "texts"}, writes one JSON line for each.

    {"error": "…"} or {"names": {…}, "found": [[[start, end], …] or null, …], "full": [true, …]}

Offsets are in UTF-8 bytes, group 0 first, [-1, -1] for a group that took no part. With --classes it reads
classes instead, a line each, and writes the ranges of code points they match; with --folding it reads one list
of code points and writes for each those of the list that are the same when case is ignored.
"""

import json
import sys

import re2

OPTIONS = re2.Options()
OPTIONS.log_errors = False
RE2 = re2._re2.RE2


def answer(case):
    regexp = RE2(case["pattern"].encode(), OPTIONS)
    if not regexp.ok():
        return {"error": regexp.error().decode(errors="replace")}
    # Asked for a group, RE2 runs its simulation, whose match is Perl's. Without one it runs its automaton, which
    # prefers another match in rare cases: `k(?:|a+)*` on "kaa" is "kaa" there, "k" in `k(|a+)*` and in Perl.
    grouped = RE2(b"(" + case["pattern"].encode() + b")", OPTIONS)
    found, full = [], []
    for text in case["texts"]:
        text = text.encode()
        spans = regexp.Match(RE2.Anchor.UNANCHORED, text, 0, len(text))
        if spans[0] == (-1, -1):
            found.append(None)
        elif grouped.ok():  # not where a \\Q is left open
            found.append(grouped.Match(RE2.Anchor.UNANCHORED, text, 0, len(text))[1:])
        else:
            found.append(spans)
        full.append(regexp.Match(RE2.Anchor.ANCHOR_BOTH, text, 0, len(text))[0] != (-1, -1))
    names = {name.decode(): group for name, group in regexp.NamedCapturingGroups()}
    return {"names": names, "found": found, "full": full}


EVERY_POINT = [*range(0, 0xD800), *range(0xE000, 0x110000)]


def ranges(expression, points, text):
    """The points that the expression matches alone, as ranges; `text` holds them all, one after the other."""
    found = []
    for match in re2.compile(expression, OPTIONS).finditer(text):
        for index in range(*match.span()):
            if found and found[-1][1] + 1 == points[index]:
                found[-1][1] = points[index]
            else:
                found.append([points[index], points[index]])
    return found


def main():
    mode = sys.argv[1:]
    if mode == ["--folding"]:
        points = json.loads(sys.stdin.readline())
        text = "".join(map(chr, points))
        for point in points:
            print(json.dumps(ranges("(?i)\\x{%x}" % point, points, text)))
        return
    text = "".join(map(chr, EVERY_POINT)) if mode else ""
    for line in sys.stdin:
        if mode == ["--classes"]:
            try:
                print(json.dumps(ranges("(?:%s)+" % line.rstrip("\n"), EVERY_POINT, text)))
            except re2.error:
                print("null")
        else:
            print(json.dumps(answer(json.loads(line))))


main()
