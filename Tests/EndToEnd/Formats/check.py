"""Reads every format of `errctl validate` back and compares what they say. check.py ERRCTL SARIF-SCHEMA"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import junitparser

errctl, schema_path = sys.argv[1], pathlib.Path(sys.argv[2])
schema = json.loads(schema_path.read_text()) if schema_path.exists() else None
repository = pathlib.Path.cwd()
failures = []
FORMATS = ["text", "json", "sarif", "github", "junit", "compact"]

# What would end a command, an attribute, a line or a colour, and what has no place in XML.
HOSTILE = "::error:: %0A %25 <&> \" ' \x1b[31m \r\n ]]> é 日本 \u202e \ufffe \U0001F600 \x00 \x85 \u2028 ::warning file=x::"
FILE_NAMES = [
    "a:b%c,d.yaml", "quote\"'<&>.yaml", "näme 日本 \U0001F600.yaml", "new\nline.yaml", "::error::x.yaml",
    "tab\tesc\x1b[31m.yaml", "]]>.yaml", "-dash.yaml", "back\\slash.yaml",
]


def fail(what):
    failures.append(what)
    print(f"FAILED: {what}")


def run(folder, format, *arguments):
    result = subprocess.run(
        [errctl, "validate", ".", "--format", format, *arguments],
        cwd=folder, capture_output=True, timeout=300, env={"PATH": os.environ["PATH"], "ERRCTL_TODAY": "2026-11-21"},
    )
    if result.returncode not in (0, 1, 2):
        fail(f"{folder} as {format} ends with {result.returncode}: {result.stderr[:400]}")
    return result.returncode, result.stdout


def is_bare(text):
    """No character that a terminal or a runner acts on."""
    return not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", text)


def unescaped(text):
    """A value of a workflow command, as the runner reads it."""
    return text.replace("%3A", ":").replace("%2C", ",").replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def compare(name, folder, *arguments):
    """Every format of one folder: they say the same findings, and the same status."""
    outputs = {format: run(folder, format, *arguments) for format in FORMATS}
    if len({status for status, _ in outputs.values()}) != 1:
        fail(f"{name}: the status differs: { {format: status for format, (status, _) in outputs.items()} }")
    texts = {}
    for format, (_, output) in outputs.items():
        try:
            texts[format] = output.decode("utf-8")
        except UnicodeDecodeError as error:
            fail(f"{name} as {format} is not UTF-8: {error}")
            return 0

    document = json.loads(texts["json"])
    findings = document["diagnostics"]
    counts = {level: sum(1 for f in findings if f["severity"] == level) for level in ("error", "warning", "note")}
    summary = document["summary"]
    if [summary["errors"], summary["warnings"], summary["notes"]] != [counts[l] for l in ("error", "warning", "note")]:
        fail(f"{name}: the summary of json says {summary}, its findings {counts}")

    sarif = json.loads(texts["sarif"])
    if schema is not None:
        validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
        for error in list(validator.iter_errors(sarif))[:3]:
            fail(f"{name}: SARIF's schema refuses it at {list(error.absolute_path)}: {error.message[:300]}")
    results = sarif["runs"][0]["results"]
    rules = [rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]]
    for finding, result in zip(findings, results):
        region = result["locations"][0]["physicalLocation"]["region"]
        start, end = finding["range"]["start"], finding["range"]["end"]
        same = (
            result["ruleId"] == finding["code"] == rules[result["ruleIndex"]]
            and result["level"] == finding["severity"] and result["message"]["text"] == finding["message"]
            and (region["startLine"], region["startColumn"]) == (start["line"], start["column"])
            and (region["endLine"], region["endColumn"]) == (end["line"], end["column"])
        )
        if not same:
            fail(f"{name}: SARIF says {result}, json {finding}")
            break
    if len(results) != len(findings):
        fail(f"{name}: SARIF has {len(results)} results, json {len(findings)} findings")

    with tempfile.NamedTemporaryFile(suffix=".xml") as file:
        file.write(outputs["junit"][1])
        file.flush()
        suites = junitparser.JUnitXml.fromfile(file.name)
    cases = [case for suite in suites for case in suite]
    read = {"error": 0, "failure": 0, "passed": 0}
    for case in cases:
        kinds = [type(result).__name__.lower() for result in case.result]
        read[kinds[0] if kinds else "passed"] += 1
    named = {finding["file"] for finding in findings}
    silent = sum(1 for case in cases if case.name == "no finding")
    if len(cases) - silent != len(findings):
        fail(f"{name}: JUnit has {len(cases) - silent} cases with findings, json {len(findings)} findings")
    if (suites.tests, suites.errors, suites.failures) != (len(cases), read["error"], read["failure"]):
        fail(f"{name}: JUnit's counts say {suites.tests}, {suites.errors}, {suites.failures}; read {len(cases)}, {read}")
    if read["error"] + read["failure"] != counts["error"] + counts["warning"]:
        fail(f"{name}: JUnit fails {read}, json has {counts}")
    for suite in suites:
        if (suite.tests, suite.errors, suite.failures) != (
            len(list(suite)), sum(1 for c in suite for r in c.result if isinstance(r, junitparser.Error)),
            sum(1 for c in suite for r in c.result if isinstance(r, junitparser.Failure)),
        ):
            fail(f"{name}: the counts of JUnit's suite {suite.name} are wrong")
    if summary["files"] != len(list(suites)):
        fail(f"{name}: JUnit has {len(list(suites))} suites, json {summary['files']} files")

    commands = texts["github"].splitlines() if "\x85" not in texts["github"] else texts["github"].split("\n")
    pattern = re.compile(r"^::(error|warning|notice) (file=[^,:]*,line=\d+,endLine=\d+(?:,col=\d+,endColumn=\d+)?,title=[a-z0-9-]+)::(.*)$")
    if len(commands) != len(findings):
        fail(f"{name}: {len(commands)} workflow commands, {len(findings)} findings")
    words = {"error": "error", "warning": "warning", "note": "notice"}
    for finding, command in zip(findings, commands):
        match = pattern.match(command)
        if not match:
            fail(f"{name}: this is not a workflow command: {command[:300]!r}")
            break
        properties = dict(part.split("=", 1) for part in match[2].split(","))
        if match[1] != words[finding["severity"]] or int(properties["line"]) != finding["range"]["start"]["line"]:
            fail(f"{name}: a workflow command says {command[:200]!r}, json {finding}")
            break
        if is_bare(finding["file"]) and unescaped(properties["file"]) != finding["file"]:
            fail(f"{name}: a workflow command names {properties['file']!r}, json {finding['file']!r}")
            break

    lines = texts["compact"].split("\n")[:-1]
    if len(lines) != len(findings):
        fail(f"{name}: {len(lines)} compact lines, {len(findings)} findings")
    for finding, line in zip(findings, lines):
        start = finding["range"]["start"]
        place = f":{start['line']}:{start['column']}: {finding['severity']}: "
        if place not in line or not line.endswith(f" [{finding['code']}]"):
            fail(f"{name}: a compact line says {line[:200]!r}, json {finding}")
            break

    last = texts["text"].split("\n")[-2] if findings else ""
    said = {level: 0 for level in counts}
    for number, level in re.findall(r"(\d+) (error|warning|note)s?", last):
        said[level] = int(number)
    if said != counts:
        fail(f"{name}: text ends with {last!r}, json has {counts}")
    if texts["text"].count("\n") and max(len(line) for line in texts["text"].split("\n")) > 60_000:
        fail(f"{name}: a line of text is longer than anyone reads")
    for format in ("text", "github", "compact"):
        if not is_bare(texts[format].replace("\n", "")):
            fail(f"{name} as {format} holds a character that a terminal acts on")
    return len(findings)


with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)

    def folder(name, files):
        place = work / name
        place.mkdir()
        for path, text in files.items():
            (place / path).write_text(text)
        return place

    # Each check's own examples, together and one by one wrong.
    pages = json.loads(subprocess.run([errctl, "codes", "--format", "json"], capture_output=True, check=True).stdout)
    examples = folder("examples", {f"{page['code']}.yaml": page["fires"] for page in pages
        # What is not decided takes its whole budget, six times.
        if page.get("fires") and page["code"] != "not-decided"})
    total = compare("the examples of the checks", examples)
    if total < 60:
        fail(f"only {total} findings in the examples")

    # YAML has no surrogate pairs.
    quoted = '"%s"' % "".join(c if ord(c) > 0xFFFF else json.dumps(c)[1:-1] for c in HOSTILE)
    rules = (
        'version: 1\nresponders:\n  - id: %s\n    rules:\n'
        '      - { id: "r\\n1 %%0A::", when: { code: 4, message: { matches: "(\\u001b|%%0A|<&>\\")?" } }, then: cancel }\n'
        '      - { when: { code: 4, type: "]]> (unknown context at $1)" }, then: cancel }\n'
        '      - { id: %s, when: { attributes: { %s: "^x$" } }, then: cancel }\n'
    ) % (quoted, quoted, quoted)
    hostile = folder("hostile", {name: rules for name in FILE_NAMES if name != "-dash.yaml"})
    (hostile / "-dash.yaml").write_text(rules)
    if compare("hostile names", hostile, "--no-suppressions") < len(FILE_NAMES) * 5:
        fail("hostile names: too few findings to show anything")

    unusable = folder("unusable", {
        "syntax.yaml": "version: 1\nresponders: [ { id: a, \x1b[31m",
        "unknown.yaml": 'version: 1\nrules:\n  - "%s": 1\n' % "::set-output name=x::%0A",
        "empty.yaml": "", "json.json": '{"version": 1, "version": 1, "responders": [{"id": "\\u202e]]>"}]}',
        "fine.yaml": "version: 1\nresponders: [ { id: a, otherwise: { then: cancel } } ]\n",
    })
    (unusable / "bytes.yaml").write_bytes(b"version: 1\nname: \xff\xfe\nresponders: [ { id: a } ]\n")
    compare("files that can't be used", unusable)

    silent = folder("silent", {"fine.yaml": "version: 1\nresponders: [ { id: a, otherwise: { then: cancel } } ]\n"})
    compare("nothing to say", silent)

    long = "x" * 20_000
    compare("very long texts", folder("long", {"long.yaml": (
        "version: 1\nresponders:\n  - id: app\n    rules:\n"
        f"      - {{ id: {long}, when: {{ code: 4, message: {{ matches: \"{long}\" }} }}, then: cancel }}\n"
    )}))

    # Rules with two findings each: of each kind a hundred are said, and one more that counts the rest.
    many = "version: 1\nresponders:\n  - id: app\n    otherwise: { then: cancel }\n    rules:\n" + "".join(
        f"      - {{ when: {{ type: E{index}.failed }}, then: cancel }}\n" for index in range(240)
    )
    found = compare("very many findings", folder("many", {"many.yaml": many}))
    if found != 2 * 101:
        fail(f"very many findings: {found}")

if schema is None:
    print(f"not run: SARIF's schema is not at {schema_path}")
if failures:
    sys.exit(f"{len(failures)} failed")
print(f"formats: {len(FORMATS)} formats say the same of {total} findings, of hostile names, and of what can't be used")
