#!/usr/bin/env python3
"""What google-re2 makes of patterns: reads JSON lines {"pattern", "texts"}, writes one JSON line for each.

    {"error": "…"} or {"names": {…}, "found": [[[start, end], …] or null, …], "full": [true, …]}

Offsets are in UTF-8 bytes, group 0 first, [-1, -1] for a group that took no part. With --properties it writes
the ranges of every name read from standard input instead, a name a line.
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
    found, full = [], []
    for text in case["texts"]:
        text = text.encode()
        spans = regexp.Match(RE2.Anchor.UNANCHORED, text, 0, len(text))
        found.append(None if spans[0] == (-1, -1) else spans)
        full.append(regexp.Match(RE2.Anchor.ANCHOR_BOTH, text, 0, len(text))[0] != (-1, -1))
    names = {name.decode(): group for name, group in regexp.NamedCapturingGroups()}
    return {"names": names, "found": found, "full": full}


def ranges(name):
    regexp = RE2(rb"^\p{" + name.encode() + rb"}$", OPTIONS)
    if not regexp.ok():
        return None
    points = []
    for point in list(range(0, 0xD800)) + list(range(0xE000, 0x110000)):
        text = chr(point).encode()
        if regexp.Match(RE2.Anchor.ANCHOR_BOTH, text, 0, len(text))[0][0] == 0:
            if points and points[-1][1] + 1 == point:
                points[-1][1] = point
            else:
                points.append([point, point])
    return points


for line in sys.stdin:
    if sys.argv[1:] == ["--properties"]:
        name = line.strip()
        print(json.dumps({"name": name, "ranges": ranges(name)}))
    else:
        print(json.dumps(answer(json.loads(line))))
