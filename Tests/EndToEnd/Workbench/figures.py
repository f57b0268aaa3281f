#!/usr/bin/env python3
"""What the workbench takes: first paint, a keystroke to the preview of 10,000 records, memory. No test: figures of a released build.

usage: figures.py ERRCTL CHROMIUM [--megabytes N]     as Tests/EndToEnd/Workbench/check.sh installs Playwright; the stream has N MB (1024)
"""
import argparse, json, pathlib, shutil, statistics, time

from playwright.sync_api import sync_playwright

from workbench import Workbench, folder

parser = argparse.ArgumentParser()
parser.add_argument("errctl")
parser.add_argument("chromium")
parser.add_argument("--megabytes", type=int, default=1_024)
options = parser.parse_args()
root = pathlib.Path(__file__).resolve().parents[3]

# A key is pressed in a rule that matches, so that figures change, and the next one once they are on the screen.
KEYSTROKES = """async (count) => {
  const editor = document.querySelector(".CodeMirror").CodeMirror, summary = document.getElementById("wb-summary");
  const text = editor.getValue(), start = text.indexOf("SyncError.clockSkew }") + "SyncError.clockSke".length;
  const [from, to] = [editor.posFromIndex(start), editor.posFromIndex(start + 1)];
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    await new Promise((done) => {
      const observer = new MutationObserver(() => { observer.disconnect(); requestAnimationFrame(() => setTimeout(done)); });
      observer.observe(summary, { childList: true });
      editor.replaceRange(index % 2 ? "w" : "x", from, to);
    });
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 300));
  }
  return times;
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def memory(process):
    """The most that it ever had, in MB."""
    lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1_024


files = folder()
shutil.copy(root / "rules/shop/rules.yaml", files / "rules.yaml")
day = (root / "rules/shop/stream.ndjson").read_bytes()
with open(files / "stream.ndjson", "wb") as stream:
    while stream.tell() < options.megabytes << 20:
        stream.write(day)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
    begun = time.monotonic()
    bench = Workbench(options.errctl, files / "rules.yaml", files / "stream.ndjson")
    figures = {"listens after, ms": (time.monotonic() - begun) * 1_000}
    paints = []
    for _ in range(9):
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto(bench.address)
        page.locator("#wb-summary .card").first.wait_for()
        paints.append(page.evaluate(PAINT))
        if len(paints) < 9:
            page.context.close()
    figures["first paint, median, ms"] = statistics.median(paints)
    times = sorted(page.evaluate(KEYSTROKES, 60))
    figures["keystroke to preview, median, ms"] = statistics.median(times)
    figures["keystroke to preview, p95, ms"] = times[int(len(times) * 0.95)]
    figures["memory after typing, MB"] = memory(bench.process)
    begun = time.monotonic()
    page.locator("#wb-whole").click()
    page.locator("#wb-status", has_text="The figures are those of all records").wait_for(timeout=3_600_000)
    figures["all records, s"] = time.monotonic() - begun
    figures["memory after all records, MB"] = memory(bench.process)
    browser.close()
    bench.end()
print(json.dumps({name: round(value, 1) for name, value in figures.items()}, indent=2))
