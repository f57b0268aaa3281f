#!/usr/bin/env python3
"""Lays the repository's pages out for MkDocs: every Markdown file and what they link to, in one folder.

usage: site.py FOLDER

Six things change on the way. A block behind `<!-- file: NAME -->` gets its name as a title, one behind
`<!-- run: COMMAND -->` the command as its first line. A link to a folder leads to the page in it. `<!-- playground: TEXT -->` is
a link to the playground, if that was built; and so has each example of a check. A search
lists the pages to begin with first, and those about how errctl is made behind those that say how to use something.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PLAYGROUND = ROOT / ".build-playground/playground.html"
# The order of what a search finds; pages that are not named have 1.
BOOST = {
    "docs/reference/install.md": 4, "README.md": 3, "docs/reference/tour.md": 2.5, "docs/reference/recipes.md": 2,
    "docs/architecture.md": 0.3, "docs/folders.md": 0.3, "docs/style.md": 0.3, "docs/performance.md": 0.3, "CONTRIBUTING.md": 0.3,
    "CHANGELOG.md": 0.1, "docs/adr": 0.1,
}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")


def tracked():
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listing.split("\0") if name]


def blocks(lines, top):
    """Lines with the markers of blocks turned into what readers see."""
    marker, code = None, False
    for line in lines:
        found = None if code else re.match(r"<!-- (file|run|playground): (.*) -->$", line)
        if found and found.group(1) == "playground":
            if PLAYGROUND.exists():
                yield f"**[{found.group(2)}]({top}{PLAYGROUND.name})**"
        elif found:
            marker = found.groups()
        elif line.startswith("```"):
            if not code and marker:
                kind, text = marker
                marker = None
                if kind == "file":
                    line = f'{line if line != "```" else "```text"} title="{text}"'
                elif "| outcomes" in text:
                    line = '```text title="Outcomes"'
                else:
                    text = re.sub(r'^cp -r "\$REPOSITORY"\S* \. && ', "", text)
                    line = "```console\n$ " + text.replace(" 2>/dev/null", "")
            code = not code
            yield line
        elif code or not re.match(r"<!-- .* -->$", line):
            yield line


def with_playground(lines, top):
    """Lines with a link behind each rule set, to the page where it runs."""
    block = None
    for line in lines:
        yield line
        if block is None:
            block = [] if line == "```yaml" else None
        elif line != "```":
            block.append(line)
        else:
            if "version: 1" in block and "responders:" in block:
                yield f"\n[Open in the playground]({top}{PLAYGROUND.name}#rules={quote(chr(10).join(block) + chr(10))})"
            block = None


def staged(page, files, needed):
    """A page's text; what it links to is added to `needed`."""

    def link(match):
        target = match.group(2)
        if "://" in target or target.startswith("mailto:"):
            return match.group(0)
        path = Path(*(page.parent / target).parts)
        path = (ROOT / path).resolve().relative_to(ROOT)
        if path == Path(PLAYGROUND.name):
            return match.group(0)
        if path in files:
            if path.suffix != ".md":
                needed.add(path)
            return match.group(0)
        if path / "README.md" in files:
            return f"{match.group(1)}{target.rstrip('/')}/README.md{match.group(3)}"
        raise SystemExit(f"{page}: nothing stands at {target}")

    out, code = [], False
    top = "../" * (len(page.parts) - 1)
    lines = blocks((ROOT / page).read_text().split("\n"), top)
    if page == Path("docs/reference/checks.md") and PLAYGROUND.exists():
        lines = with_playground(lines, top)
    for line in lines:
        if line.startswith("```"):
            code = not code
        elif not code:
            line = LINK.sub(link, line)
        out.append(line)
    return "\n".join(out)


def main(folder):
    files = set(tracked())
    pages = [path for path in files if path.suffix == ".md" and not str(path).startswith(("Tests/", "Sources/"))]
    needed = set()
    if folder.exists():
        shutil.rmtree(folder)
    for page in pages:
        text = staged(page, files, needed)
        (folder / page).parent.mkdir(parents=True, exist_ok=True)
        boost = BOOST.get(str(page), BOOST.get(str(page.parent), 1))
        if boost != 1:
            text = f"---\nsearch: {{ boost: {boost} }}\n---\n\n{text}"
        (folder / page).write_text(text)
    shutil.copyfile(ROOT / "scripts/site.css", folder / "site.css")
    if PLAYGROUND.exists():
        shutil.copyfile(PLAYGROUND, folder / PLAYGROUND.name)
    for path in needed:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, folder / path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
