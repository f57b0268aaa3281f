#!/usr/bin/env python3
"""Reads a built site: links and anchors lead somewhere, nothing is loaded from a network, the search index has words."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "audio": "src", "video": "src", "embed": "src", "object": "data"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads, self.drawings = set(), [], [], 0

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.ids.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        self.drawings += "mermaid" in (values.get("class") or "").split()
        if tag in LOADS and values.get(LOADS[tag]):
            self.loads.append(values[LOADS[tag]])
        if tag == "link" and values.get("href") and values.get("rel") not in ("canonical", "prev", "next", "alternate"):
            self.loads.append(values["href"])


def main(site):
    faults, pages = [], {}
    for file in sorted(site.rglob("*.html")):
        pages[file] = Page()
        pages[file].feed(file.read_text())
    for file, page in pages.items():
        name = file.relative_to(site)
        if page.drawings:
            faults.append(f"{name} has a Mermaid drawing, whose script the theme loads from a network")
        for target in page.loads:
            if "://" in target or target.startswith("//"):
                faults.append(f"{name} loads {target}")
            elif name.name != "404.html" and not target.startswith("data:") and not (file.parent / unquote(urlsplit(target).path)).exists():
                faults.append(f"{name}: {target} does not exist")
        for target in page.links if name.name != "404.html" else []:
            parts = urlsplit(target)
            if parts.scheme or target.startswith("//"):
                continue
            to = (file.parent / unquote(parts.path)).resolve() if parts.path else file.resolve()
            to = to / "index.html" if to.is_dir() else to
            if not to.exists():
                faults.append(f"{name}: {target} does not exist")
            elif to == site / "playground.html":
                if parts.fragment and not unquote(parts.fragment).startswith("rules=version: 1\n"):
                    faults.append(f"{name}: {target} holds no rules for the playground")
            elif parts.fragment and to.suffix == ".html" and unquote(parts.fragment) not in pages[Path(to)].ids | {"__tabbed", ""}:
                faults.append(f"{name}: {target} has no such heading")
    for style in site.rglob("*.css"):
        for url in re.findall(r"url\(\s*[\"']?((?:https?:)?//[^)\"']+)", style.read_text()):
            faults.append(f"{style.relative_to(site)} loads {url}")
    checks = (site / "docs/reference/checks.html").read_text()
    if (site / "playground.html").exists() and checks.count("playground.html#rules=") < checks.count("<h3"):
        faults.append("a check has no link to the playground")
    if "mkdocs-material" not in (site / "NOTICE").read_text():
        faults.append("NOTICE does not name the theme")
    words = json.loads((site / "search/search_index.json").read_text())["docs"]
    for word in ("maxAttempts", "coalesce", "exit status"):
        if not any(word.lower() in (entry["text"] + entry["title"]).lower() for entry in words):
            faults.append(f"the search does not know “{word}”")
    for fault in faults:
        print(fault)
    print(f"site: {len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {len(faults)} failed")
    return 1 if faults or len(pages) < 30 else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
