#!/usr/bin/env python3
"""Writes Sources/faces/ErrctlCommands/Topics/HelpTopic+Pages.swift, the pages that `errctl help TOPIC` prints, from docs/reference.

usage: topics.py [--check | --print TOPIC]

--check writes nothing and fails if the file is not up to date; Tests/EndToEnd/Manual/check.sh runs it.
"""

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs/reference"
FILE = ROOT / "Sources/faces/ErrctlCommands/Topics/HelpTopic+Pages.swift"
WIDTH = 79

# Name, what it is about, the pages.
TOPICS = [
    ("rule-file", "The rule file on one page, then its top level", ["rule-file.md", "rule-file/files.md"]),
    ("matchers", "The conditions of a rule: everything below `when`", ["rule-file/matchers.md"]),
    ("verdicts", "The keys of a rule, the four words, retries, transforms", ["rule-file/rules.md"]),
    ("responders", "Chains, origins, policies, inheritance, contracts", ["rule-file/responders.md"]),
    ("actions", "What a rule does: alerts, templates, throttles", ["rule-file/actions.md"]),
    ("events", "Events that rules emit and handle", ["rule-file/events.md"]),
    ("state", "Rates, counted retries, the clock, random draws", ["rule-file/state.md"]),
    ("records", "The recorded error, member by member", ["record.md"]),
    ("resolutions", "What a replay writes for each record", ["resolution.md"]),
    ("preview", "Retries, lists of records and --fail-on of a replay", ["replay.md"]),
    ("shards", "Streams in shards: partial results, and how they merge", ["shards.md"]),
    ("formats", "Logs that errctl reads, and mappings for your own", ["streams.md"]),
    ("policies", "Retry policies of other systems, and what is lost of them", ["policies.md"]),
    ("grpc", "gRPC service configs", ["policies/grpc.md"]),
    ("asl", "Amazon States Language", ["policies/asl.md"]),
    ("botocore", "botocore's retry table", ["policies/botocore.md"]),
    ("envoy", "Envoy's routes", ["policies/envoy.md"]),
    ("istio", "Istio's virtual services", ["policies/istio.md"]),
    ("gateway-api", "HTTP routes of the Gateway API", ["policies/gateway-api.md"]),
    ("buildkite", "Buildkite pipelines", ["policies/buildkite.md"]),
    ("sentry", "Sentry's fingerprint rules", ["policies/sentry.md"]),
    ("airflow", "Airflow's retry policies", ["policies/airflow.md"]),
    ("temporal", "Temporal's retry policies", ["policies/temporal.md"]),
    ("resilience4j", "Resilience4j's retries", ["policies/resilience4j.md"]),
    ("polly", ".NET's standard resilience handler", ["policies/polly.md"]),
    ("gitlab", "GitLab CI/CD pipelines", ["policies/gitlab.md"]),
    ("kubernetes", "Kubernetes jobs", ["policies/kubernetes.md"]),
    ("export", "Rules as another system's policy, proved to say the same", ["export.md"]),
    ("language-server", "Editors: errctl lsp, what it checks, its protocol", ["language-server.md"]),
    ("agents", "Agents: errctl mcp, its tools, what they may read", ["agents.md"]),
    ("workbench", "Rules in a browser, beside recorded errors: errctl serve", ["workbench.md"]),
    ("checks", "Levels, options and suppression of findings", ["configuration.md"]),
    ("tests", "Suites, expectations, coverage", ["tests.md"]),
    ("recipes", "Eight common problems and their rules", ["recipes.md"]),
]
FACTS = ["type", "default"]  # columns that stand behind a row's first cell
PAGES = {page: name for name, _, pages in TOPICS for page in pages}


def topic(target, page):
    """The topic of the page that a link leads to, or None."""
    path = target.split("#")[0]
    full = (REFERENCE / page).parent.joinpath(path).resolve()
    return PAGES.get(str(full.relative_to(REFERENCE))) if path and full.is_relative_to(REFERENCE) else None


def inline(text, page):
    """A line's text for a terminal: a link becomes its words, with the topic it leads to if that is another one."""

    def link(match):
        words, target = match.group(1), match.group(2)
        if "://" in target:
            return f"{words} ({target})"
        known = topic(target, page)
        return f"{words} (errctl help {known})" if known and known != PAGES[page] else words

    def aside(match):
        """A link alone in parentheses; it goes if it leads to no page that help has."""
        leads = "://" in match.group(1) or match.group(1).startswith("#") or topic(match.group(1), page)
        return match.group(0) if leads else ""

    text = re.sub(r" \(\[[^]]+\]\(([^)]+)\)\)", aside, text)
    text = re.sub(r"\[([^]\[]*(?:\[[^]]*\][^]\[]*)*)\]\(([^)]+)\)", link, text)
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text).replace("\\|", "|")


def wrapped(text, indent="", first=None):
    return textwrap.wrap(text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows, page):
    """A row becomes its first cell on a line of its own, and the others below it with the heads of their columns."""
    heads = [inline(cell, page) for cell in cells(rows[0])]
    out = wrapped(f"{heads[0]}:") + [""] if " of " in heads[0] else []
    for row in rows[2:]:
        values = [inline(cell, page) for cell in cells(row)]
        pairs = list(zip(heads, values))[1:]
        facts = [f"{head}: {value}" for head, value in pairs if head in FACTS and value]
        out += wrapped(values[0] + (f"  ({'; '.join(facts)})" if facts else ""), "      ", "  ")
        texts = [(head, value) for head, value in pairs if head not in FACTS and head != "example"]
        for head, value in texts:
            if value:
                out += wrapped(f"{head}: {value}" if head.startswith("for ") else value, "      ")
    return out


def page_text(page):
    lines = (REFERENCE / page).read_text().split("\n")
    out, paragraph, index, label = [], [], 0, None

    def flush():
        nonlocal paragraph
        if paragraph:
            text = inline(" ".join(part.strip() for part in paragraph), page)
            item = re.match(r"(- |\d+\. )", text)
            out.extend(wrapped(text, " " * len(item.group(1)) if item else "", ""))
            paragraph = []

    while index < len(lines):
        line = lines[index]
        marker = re.match(r"<!-- (file|run): (.*) -->$", line)
        if line.startswith("```"):
            flush()
            if label:
                out.append(label)
                out.append("")
                label = None
            index += 1
            while not lines[index].startswith("```"):
                out.append(("    " + lines[index]).rstrip())
                index += 1
        elif marker:
            flush()
            word = marker.group(2)
            label = f"{word}:" if marker.group(1) == "file" else "Outcomes:" if "| outcomes" in word else f"$ {word}"
        elif line.startswith("<!--"):
            flush()
        elif line.startswith("|"):
            flush()
            rows = []
            while index < len(lines) and lines[index].startswith("|"):
                rows.append(lines[index])
                index += 1
            out.extend(table(rows, page))
            continue
        elif line.startswith("#"):
            flush()
            level, text = line.split(" ", 1)
            text = inline(text, page)
            out += [text.upper() if len(level) <= 2 else text, ""]
        elif not line.strip():
            flush()
            out.append("")
        else:
            if re.match(r"(- |\d+\. )", line):
                flush()
            paragraph.append(line)
        index += 1
    flush()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip() + "\n"


def topic_text(pages):
    return "\n\n".join(page_text(page) for page in pages)


def swift():
    entries, texts = [], []
    for name, summary, pages in TOPICS:
        member = re.sub(r"-(.)", lambda m: m.group(1).upper(), name) + "Text"
        entries.append(f'    HelpTopic(name: "{name}", summary: "{summary}.", text: {member}),')
        body = topic_text(pages)
        assert '"""##' not in body
        texts.append(f'  private static let {member} = ##"""\n' + "\n".join(f"    {line}".rstrip() for line in body.split("\n")) + '\n    """##\n')
    return (
        "// swift-format-ignore-file\n"
        "// Written by scripts/topics.py from docs/reference; change those pages.\n\n"
        "extension HelpTopic {\n  /// The topics in the order in which they are listed.\n  static let all = [\n"
        + "\n".join(entries) + "\n  ]\n\n" + "\n".join(texts) + "}\n"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--print"]:
        sys.stdout.write(topic_text(next(pages for name, _, pages in TOPICS if name == sys.argv[2])))
    elif sys.argv[1:] == ["--check"]:
        if FILE.read_text() != swift():
            sys.exit(f"{FILE.relative_to(ROOT)} is not what docs/reference says. Run scripts/topics.py.")
    else:
        FILE.write_text(swift())
