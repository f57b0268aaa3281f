#!/usr/bin/env python3
"""Opens a built site in Chromium, served from this machine: every request stays here, and the search finds a page.

usage: browse.py FOLDER [PICTURE]; without a browser it ends with 0 and says so.
"""

import functools
import http.server
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Pages"))
import browser  # noqa: E402


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def show(page, url, width=1280, height=900, dark=False):
    page.faults, page.requests, page.loaded = [], [], False
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    page.call("Page.navigate", url=url)
    while not page.loaded:
        page.hear(page.message())


def main(folder, picture=None):
    if not browser.program():
        print("not run: no Chromium here")
        return 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}/"
    faults = []
    page = browser.Browser()
    try:
        requests = []
        paths = ["index.html", "docs/reference/rule-file/rules.html", "docs/reference/recipes.html"]
        if Path(folder, "playground.html").exists():
            paths.append("playground.html")
        for path in paths:
            for width in (1280, 390):
                show(page, home + path, width=width)
                requests += page.requests
                if width == 390 and page.run("document.documentElement.scrollWidth") > 390:
                    faults.append(f"{path} is wider than a phone")
        for path in ("docs/reference/streams.html", "docs/reference/checks.html", "docs/reference/rule-file/state.html", "docs/performance.html"):
            show(page, home + path, width=390)
            wide = page.run("Array.from(document.querySelectorAll('.md-typeset__table')).filter(t => t.scrollWidth > 390).length")
            if wide:
                faults.append(f"{path}: {wide} tables are wider than a phone")
        show(page, home + "docs/reference/streams.html")
        cut = page.run("Array.from(document.querySelectorAll('td:first-child code')).filter(c => c.getClientRects().length > 1).length")
        if cut:
            faults.append(f"{cut} names in first columns are broken")
        found = []
        for word, wanted in (("coalesce", "actions.html"), ("workbench", "workbench.html"), ("install", "install.html")):
            show(page, home + f"docs/reference/tour.html?q={word}")
            for _ in range(100):
                found = page.run("Array.from(document.querySelectorAll('.md-search-result__link'), a => a.getAttribute('href'))")
                if found:
                    break
                time.sleep(0.1)
            requests += page.requests
            if not any(wanted in link for link in found) or "/adr/" in found[0] or word == "install" and wanted not in found[0]:
                faults.append(f"a search for “{word}” finds {found}")
        faults += [f"a page loads {url}" for url in requests if not url.startswith((home, "data:", "blob:"))]
        if picture:
            page.picture(picture, whole=False)
    finally:
        page.close()
        server.shutdown()
    for fault in faults:
        print(fault)
    print(f"site in Chromium: {len(requests)} requests, {len(found)} pages found, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
