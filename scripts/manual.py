#!/usr/bin/env python3
"""Writes errctl's man pages from what its commands say of themselves.

usage: manual.py ERRCTL FOLDER

One page for errctl and one for each command, in mdoc(7), from `errctl --experimental-dump-help` (of
swift-argument-parser). docs/man holds them, so that installing needs no Python; Tests/EndToEnd/Manual/check.sh compares.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

DATE = "November 21, 2026"
SIGNS = {"\\": "\\e", "“": "\\(lq", "”": "\\(rq", "’": "\\(cq", "→": "\\(->", "…": "..."}


def plain(text):
    """Text that stands in a line of its own or behind a macro."""
    text = "".join(SIGNS.get(sign) or (sign if ord(sign) < 128 else f"\\[u{ord(sign):04X}]") for sign in text)
    return "\\&" + text if text[:1] in (".", "'") else text


def literal(text):
    """Text that may be copied: its hyphens are hyphens."""
    text = plain(text).replace("-", "\\-")
    return text.replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")


def words(text):
    """A macro's arguments: one that is a macro itself, or has quotes, would be read as such."""
    return plain(text).replace('"', "\\(dq")


def names(argument):
    """The ways to write an option, the short one first."""
    order = {"short": 0, "longWithSingleDash": 1, "long": 2}
    return sorted(argument.get("names", []), key=lambda name: order[name["kind"]])


def flag(name):
    return ("-" if name["kind"] == "long" else "") + name["name"].replace("-", "\\-")


def value(argument):
    return argument.get("valueName", "value").replace("-", "\\-")


def synopsis(argument):
    if argument["kind"] == "positional":
        return f".{'Op ' if argument['isOptional'] else ''}Ar {value(argument)}{' ...' if argument['isRepeating'] else ''}"
    name = flag(names(argument)[-1])
    return f".Op Fl {name}{f' Ar {value(argument)}' if argument['kind'] == 'option' else ''}"


def item(argument):
    if argument["kind"] == "positional":
        head = f".It Ar {value(argument)}"
    else:
        spelled = [f"Fl {flag(name)}" for name in names(argument)]
        head = ".It " + " , ".join(spelled) + (f" Ar {value(argument)}" if argument["kind"] == "option" else "")
    lines = [head, plain(argument.get("abstract", ""))]
    values = argument.get("allValues", [])
    if values:
        lines.append("One of " + plain(", ".join(values)) + ".")
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag":
        lines.append(f"Default: {plain(default)}.")
    return [line for line in lines if line]


def discussion(text):
    """Paragraphs, in DESCRIPTION, and the sections that a line in capitals opens."""
    sections = [("", [])]
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][A-Z ]+", line):
            sections.append((line, []))
        elif not line and sections[-1][0] and sections[-1][1]:
            sections.append(("", []))
        else:
            sections[-1][1].append(line)
    return [(name, lines) for name, lines in sections if any(lines)]


def body(lines):
    """Lines that are indented stand as they are, others are filled."""
    out = []
    isLiteral = False
    for line in lines:
        if line.startswith("  ") != isLiteral:
            out.append(".Bd -literal -offset indent" if not isLiteral else ".Ed")
            isLiteral = not isLiteral
        if isLiteral:
            out.append(literal(line[2:]))
        else:
            out.append(plain(line) if line else ".Pp")
    return out + ([".Ed"] if isLiteral else [])


def page(command, tool):
    name = command["commandName"] if command is tool else f"{tool['commandName']}-{command['commandName']}"
    written = command["commandName"] if command is tool else f"{tool['commandName']} {command['commandName']}"
    arguments = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    own = [argument for argument in arguments if not {"help", "version"} & {n["name"] for n in argument.get("names", [])}]
    lines = [
        f".\\\" Written by scripts/manual.py from errctl's own help: change that.",
        f".Dd {DATE}", f".Dt {name.upper()} 1", ".Os", ".Sh NAME", f".Nm {name}",
        f".Nd {words(command['abstract'].rstrip('.'))}", ".Sh SYNOPSIS", f".Nm {written}",
    ]
    commands = [sub for sub in command.get("subcommands", []) if sub["shouldDisplay"] and sub["commandName"] != "help"]
    lines += [".Ar command"] * bool(commands) + [synopsis(argument) for argument in own if argument["kind"] != "positional"]
    lines += [synopsis(argument) for argument in own if argument["kind"] == "positional"]
    if commands:
        lines.append(".Op Ar argument ...")
    sections = discussion(command.get("discussion", ""))
    lines.append(".Sh DESCRIPTION")
    lines.append(plain(command["abstract"]))
    for section, text in sections:
        if not section:
            lines += [".Pp", *body(text)]
    if commands:
        lines += [".Sh COMMANDS", ".Bl -tag -width Ds"]
        for sub in commands:
            lines += [f".It Xr {tool['commandName']}-{sub['commandName']} 1", plain(sub["abstract"])]
        lines.append(".El")
    if own:
        lines += [".Sh OPTIONS", ".Bl -tag -width Ds", *[line for argument in own for line in item(argument)], ".El"]
    for section, text in sections:
        if section:
            lines += [f".Sh {'EXAMPLES' if section == 'EXAMPLE' else section}", *body(text)]
    others = [tool] if command is not tool else []
    others += [sub for sub in tool.get("subcommands", []) if sub is not command and sub["commandName"] != "help"]
    pages = sorted(tool["commandName"] if other is tool else f"{tool['commandName']}-{other['commandName']}" for other in others)
    lines.append(".Sh SEE ALSO")
    lines += [f".Xr {other} 1{' ,' if other != pages[-1] else ''}" for other in pages]
    return name, "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text = subprocess.run([sys.argv[1], "--experimental-dump-help"], check=True, capture_output=True).stdout
    tool = json.loads(text)["command"]
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    commands = [tool] + [sub for sub in tool["subcommands"] if sub["commandName"] != "help"]
    for command in commands:
        name, text = page(command, tool)
        (folder / f"{name}.1").write_text(text)


main()
