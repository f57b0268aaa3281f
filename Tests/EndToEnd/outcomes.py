#!/usr/bin/env python3
"""Reads resolutions (NDJSON) and prints them as people read them: a line for each record, then what was done.

The reference's pages show outcomes so. docs.sh puts it into the PATH as `outcomes`.
"""

import json
import sys


def value(v):
    if isinstance(v, str):
        return f"“{v}”"
    if isinstance(v, dict):
        return "{ " + ", ".join(f"{k}: {value(x)}" for k, x in v.items()) + " }" if v else "{}"
    if isinstance(v, list):
        return "[" + ", ".join(value(x) for x in v) + "]"
    return json.dumps(v)


def name(by):
    if not by:
        return "nobody"
    if "ignore" in by:
        return f"ignored: {by['ignore']}"
    return f"{by['responder']}/" + by.get("rule", "otherwise" if by.get("otherwise") else "always")


def seconds(s):
    return f"{round(s * 1000)} ms" if s < 1 else f"{s:g} s"


def action(a, decided):
    kind = next(iter(a))
    rest = {k: v for k, v in a.items() if k not in (kind, "responder", "rule", "otherwise", "always", "throttled", "coalesced", "failed", "timeout", "assumed", "answer")}
    if kind == "present":
        alert = dict(a["present"])
        buttons = alert.pop("buttons", [])
        shown = [f"“{alert.pop(k)}”" if isinstance(alert[k], str) else value(alert.pop(k)) for k in ("title", "message") if k in alert]
        text = "present " + ", ".join(shown + [f"{k} {v if isinstance(v, str) else json.dumps(v)}" for k, v in alert.items() if k not in ("coalesce", "recovery")])
        if buttons:
            text += " [" + " | ".join(buttons) + "]"
        if "answer" in a and len(buttons) > 1:
            text += " → " + (f"“{a['answer']}”" if a["answer"] is not None else "never answered")
    elif kind == "nothing":
        text = "nothing"
    else:
        text = f"{kind} " + (a[kind] if kind in ("perform", "wait") else value(a[kind]))
        text += "".join(f", {k} {value(v) if k == 'with' else v}" for k, v in rest.items())
    marks = [m for m in ("assumed", "throttled", "coalesced", "failed", "timeout") if a.get(m)]
    return text + (f" ({', '.join(marks)})" if marks else "") + (f"  ({name(a)})" if name(a) != decided else "")


def details(r):
    out = []
    if "retry" in r:
        t = r["retry"]
        which = f"try {t['attempt']} of {t['maxAttempts']}" if "attempt" in t else f"untracked, at most {t['maxAttempts']} tries"
        out.append(f"{which} failed; the next after {seconds(t['delay'])}")
    if r.get("ended") in ("deadline", "quota"):
        out.append(f"no further try: {r['ended']}")
    out += [action(a, name(r.get("by"))) for a in r.get("actions", [])]
    for e in r.get("events", []):
        carried = f" with {value(e['with'])}" if e.get("with") else ""
        out.append(f"event {e['event']}{carried}: " + (f"handled by {name(e.get('by'))}" if e["handled"] else "not handled"))
    if "error" in r:
        e = r["error"]
        known = ".".join(e[k] for k in ("type", "case") if k in e)
        known = known or " ".join(str(e[k]) for k in ("domain", "code") if k in e)
        out.append("ended as " + " ".join(filter(None, [known, f"“{e['message']}”" if "message" in e else ""])))
    if "unknownCategory" in r:
        out.append(f"its own category “{r['unknownCategory']}” is not listed")
    if "outOfContract" in r:
        out.append("outside the contract of " + ", ".join(r["outOfContract"]))
    return out


def show(r, indent=""):
    outcome = r.get("evaluation", "handled" if r.get("handled") else "")
    if not r.get("handled"):
        outcome = f"unhandled, {outcome}" if outcome else "unhandled"
    if r.get("assumed"):
        outcome += " (assumed)"
    path = " → ".join(r.get("path", []))
    tail = "   ".join(filter(None, [f"[{r['category']}]" if "category" in r else "", path]))
    head = f"{r['id']:<3} {outcome:<18} {name(r.get('by')):<22} {tail}"
    print((indent + head).rstrip())
    for line in details(r):
        print(f"{indent}      {line}")
    if "raised" in r:
        print(f"{indent}    raised an error, which ended so:")
        show(r["raised"], indent + "    ")


for text in sys.stdin:
    show(json.loads(text))
