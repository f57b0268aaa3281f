#!/usr/bin/env python3
"""The pages that errctl writes, in a real browser, and its drawings of chains, by their own readers.

usage: Tests/EndToEnd/Pages/check.py ERRCTL
"""
import base64, hashlib, json, pathlib, re, subprocess, sys, tempfile, urllib.parse, xml.etree.ElementTree

import browser as chromium

root = pathlib.Path(__file__).resolve().parents[3]
errctl = sys.argv[1]
work = pathlib.Path(tempfile.mkdtemp(prefix="errctl-pages-"))
shop, stream = root / "rules/shop/rules.yaml", root / "rules/shop/stream.ndjson"
failures, passed = [], 0


def check(name, holds, detail=""):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(name)
        print(f"FAILED: {name}: {str(detail)[:600]}")


def run(*words, status=(0,), stdin=None, binary=False):
    result = subprocess.run([errctl, *map(str, words)], capture_output=True, cwd=root, input=stdin)
    check(f"status of {' '.join(map(str, words))[:120]}", result.returncode in status, (result.returncode, result.stderr[-400:]))
    return result.stdout if binary else result.stdout.decode()


def written(name, *words, **options):
    path = work / name
    path.write_bytes(run(*words, binary=True, **options))
    return path


# --- figures: what the page says is what JSON says --------------------------------------------------------------

# Every figure of the page with the place it claims to have in JSON; and every digit that claims none.
READ = r"""(() => {
  const figures = [...document.querySelectorAll("[data-of]")].map((e) => ({
    of: e.getAttribute("data-of"), whole: e.getAttribute("data-in"), text: e.textContent,
    value: e.getAttribute("value") ?? e.getAttribute("data-value"), tag: e.localName,
    title: e.querySelector(":scope > title")?.textContent ?? null,
  }));
  const strays = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const apart = "[data-of],.name,code,.scale,.limit,.story,.label,bdi,title,script,.aside,.diff,caption,h1,nav";
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (/\d/.test(node.data) && !node.parentElement.closest(apart) && !/^h2$/i.test(node.parentElement.localName))
      strays.push(node.parentElement.localName + ": " + node.data.slice(0, 80));
  }
  return { figures, strays };
})()"""


def at(report, pointer):
    """What a JSON has where a pointer leads (RFC 6901, percent-encoded)."""
    value = report
    for part in pointer.split("/")[1:]:
        part = urllib.parse.unquote(part).replace("~1", "/").replace("~0", "~")
        value = value[int(part)] if isinstance(value, list) else value.get(part, 0)
    return value


def total(report, pointers):
    """The sum of what stands under pointers; one with a minus is taken off. A list counts with all it has."""
    sum_ = 0
    for pointer in pointers.split(" "):
        sign, pointer = (-1, pointer[1:]) if pointer.startswith("-") else (1, pointer)
        value = at(report, pointer)
        sum_ += sign * (sum(value) if isinstance(value, list) else value)
    return sum_


def share(part, whole):
    if whole == 0:
        return "0.0 %"
    tenths = int(part * 1000 / whole + 0.5)
    tenths = max(1, tenths) if part > 0 else tenths
    tenths = min(999, tenths) if part < whole else tenths
    return f"{tenths // 10}.{tenths % 10} %"


def duration(seconds):
    ms = round(seconds * 1000)
    if ms == 0: return "0 s"
    if ms < 1000: return f"{ms} ms"
    if ms < 120000: return f"{ms // 1000}.{ms % 1000 // 100} s"
    def parts(count, unit, rest, smaller): return f"{count:,} {unit}" + (f" {rest} {smaller}" if rest else "")
    if ms < 7200000: return parts(ms // 60000, "min", ms % 60000 // 1000, "s")
    return parts(ms // 3600000, "h", ms % 3600000 // 60000, "min")


def compare(name, page, report, least):
    """Reads every figure back from the page that is shown, and holds it against the report."""
    read = page.run(READ)
    check(f"{name}: no digit without its place in JSON", not read["strays"], read["strays"])
    wrong = []
    for figure in read["figures"]:
        expected = at(report, figure["of"]) if " " not in figure["of"] else total(report, figure["of"])
        if " " in figure["of"] or figure["of"].startswith("-"): expected = total(report, figure["of"])
        if isinstance(expected, str):
            ok = figure["text"] == expected
        elif figure["whole"]:
            ok = figure["text"] == share(total(report, figure["of"]), total(report, figure["whole"]))
        else:
            ok = float(figure["value"]) == float(expected)
            shown = figure["title"] if figure["title"] is not None else figure["text"]
            if figure["tag"] == "rect":
                pass  # its height is compared below
            elif figure["of"].endswith(("/delay", "/median", "/p95", "/longest", "/open")):
                ok = ok and shown == duration(expected)
            elif figure["of"].endswith(("/rate", "/ratio")):
                places = len(shown.partition(".")[2])
                ok = ok and abs(float(shown.strip("×").replace(",", "")) - expected) <= 0.5 * 10**-places + 0.0005
            elif figure["of"].endswith(("/share", "/coverage")):
                ok = ok and shown.endswith("%")
            elif figure["title"] is not None:
                ok = ok and f"{expected:,}" in shown
            else:
                ok = ok and shown == f"{expected:,}"
        if not ok:
            wrong.append((figure, expected))
    check(f"{name}: {len(read['figures'])} figures are those of JSON", not wrong, wrong[:4])
    check(f"{name}: it has figures", len(read["figures"]) >= least, len(read["figures"]))
    return len(read["figures"])


# --- what every page keeps to ---------------------------------------------------------------------------------

# The contrast of every text with what is behind it (WCAG 2.2, relative luminance); the least ones.
CONTRAST = r"""(() => {
  const parse = (c) => c.match(/[\d.]+/g).map(Number);
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
  const low = [];
  // Of elements that are alike, in places that are alike, one is as good as all.
  const seen = new Set();
  const look = (e) => e ? e.localName + "." + e.getAttribute("class") : "";
  for (const e of document.querySelectorAll("body *")) {
    const key = [e, e.parentElement, e.parentElement?.parentElement].map(look).join();
    if (seen.has(key)) continue;
    seen.add(key);
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || ["script", "title", "style"].includes(e.localName)) continue;
    const style = getComputedStyle(e);
    const color = parse(e.namespaceURI.endsWith("svg") ? style.fill : style.color);
    const [a, b] = [light(color.slice(0, 3)), light(behind(e))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) low.push([e.localName, e.className?.baseVal ?? e.className, e.textContent.slice(0, 30), ratio]);
  }
  return low.slice(0, 8);
})()"""

SHAPE = r"""(() => ({
  scripts: document.scripts.length, styled: document.querySelectorAll("[style]").length,
  foreign: document.querySelectorAll("img,iframe,object,embed,link,video,audio,form,base,foreignObject,use,image,animate,set").length,
  handlers: [...document.querySelectorAll("*")].filter((e) => [...e.attributes].some((a) => a.name.startsWith("on"))).length,
  links: [...document.querySelectorAll("a[href]")].filter((a) => !a.getAttribute("href").startsWith("#")).length,
  dead: [...document.querySelectorAll("a[href]")].filter((a) => !document.getElementById(a.getAttribute("href").slice(1))).length,
  ids: [...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i),
  headings: [...document.querySelectorAll("h1,h2,h3,h4")].map((h) => Number(h.localName[1])),
  captions: [...document.querySelectorAll("table:not(.source)")].filter((t) => !t.caption?.textContent).length,
  untitled: [...document.querySelectorAll('svg[role="img"]')].filter((s) => !s.querySelector("title") && !s.getAttribute("aria-label")).length,
  wide: document.documentElement.scrollWidth > innerWidth,
  markers: ["alerted", "pwned"].some((name) => name in window),
}))()"""


# What a person needs to read it: numbers and times at the axes, names beside the bands, and nothing without contents.
READABLE = r"""(() => {
  const number = (e) => Number(e.textContent.replaceAll(",", ""));
  const axes = [...document.querySelectorAll("svg.plot")].filter((plot) => {
    const chart = plot.closest(".chart");
    const [top, middle, low] = [...chart.querySelectorAll(".y span")].map(number);
    const times = [...chart.querySelectorAll(".x text")].map((e) => e.textContent);
    const unit = chart.querySelector(".unit").textContent;
    return top !== Number(plot.dataset.top) || middle * 2 !== top || low !== 0 || times.length < 2
      || !times.every((text) => /^\d{4,}(-\d\d){0,2}$|^\d\d:\d\d(:\d\d)?$|^[+-]\d\d:\d\d$/.test(text)) || !/ in .*UTC/.test(unit);
  }).length;
  // Points all over each name, in the drawing's own measure, which is that of the bands.
  const crossed = [];
  for (const drawing of document.querySelectorAll("svg.drawing")) {
    const bands = [...drawing.querySelectorAll("path.ribbon")];
    for (const label of bands.length ? drawing.querySelectorAll("text") : []) {
      const box = label.getBBox();
      const point = drawing.createSVGPoint();
      for (let x = 0; x <= 12; x++) for (let y = 0; y <= 4; y++) {
        [point.x, point.y] = [box.x + box.width * x / 12, box.y + box.height * y / 4];
        if (bands.some((band) => band.isPointInFill(point))) crossed.push(label.textContent);
      }
      const edge = drawing.viewBox.baseVal;
      if (box.x < edge.x || box.x + box.width > edge.x + edge.width || box.y < 0 || box.y + box.height > edge.height)
        crossed.push("cut: " + label.textContent);
    }
  }
  const says = (e) => e.textContent.trim() !== "";
  const empty = [...document.querySelectorAll(".card, main section")].filter((card) => ![...card.children].some((e) => e.localName !== "h2" && says(e)))
    .concat([...document.querySelectorAll(".card ul, .card p, main ul")].filter((e) => !says(e))).map((e) => e.outerHTML.slice(0, 80));
  const zeros = [...document.querySelectorAll("tbody td data, tfoot td data")].filter((e) => ["0", "0 s"].includes(e.textContent)
    && e.closest("td").textContent.trim() === e.textContent && !e.closest("table.source, #lines")).map((e) => e.dataset.of);
  const fields = [...document.querySelectorAll(".filter label")].map((e) => e.textContent).filter((text) => !text.startsWith("Filter "));
  return { axes, crossed: [...new Set(crossed)], empty, zeros, fields };
})()"""


def keeps_to_it(name, page, path):
    """What holds for any page, as it is shown now."""
    readable = page.run(READABLE)
    check(f"{name}: numbers and times at every axis", readable["axes"] == 0, readable)
    check(f"{name}: no band crosses a name, and none is cut", not readable["crossed"], readable["crossed"][:8])
    check(f"{name}: no card and no part is empty", not readable["empty"], readable["empty"][:8])
    check(f"{name}: a table has blanks for zeros", not readable["zeros"], readable["zeros"][:8])
    check(f"{name}: a filter is called one", not readable["fields"], readable["fields"])
    check(f"{name}: no console message, policy violation or exception", not page.faults, page.faults)
    check(f"{name}: nothing is fetched", page.requests == [path.resolve().as_uri()], page.requests)
    shape = page.run(SHAPE)
    wanted = {"scripts": 1, "styled": 0, "foreign": 0, "handlers": 0, "links": 0, "dead": 0, "ids": [], "captions": 0, "untitled": 0, "wide": False, "markers": False}
    wrong = {key: shape[key] for key, value in wanted.items() if shape[key] != value}
    check(f"{name}: nothing foreign in it, every table and drawing named, nothing wider than the screen", not wrong, wrong)
    levels = shape["headings"]
    skips = [levels[i] for i in range(1, len(levels)) if levels[i] > levels[i - 1] + 1 and not (levels[i] == 4)]
    check(f"{name}: headings in order", levels[:1] == [1] and levels.count(1) == 1 and not skips, levels[:20])


def whole(name, page, path, report, least):
    """A page in all its circumstances."""
    text = path.read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    check(f"{name}: the policy lets nothing in but its own", policy.startswith("default-src &#39;none&#39;") and "unsafe" not in policy, policy)
    for tag in ("style", "script"):
        own = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.S).group(1)
        digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
        check(f"{name}: the hash of its {tag} (scripts/page-hashes.py writes it)", f"{tag}-src &#39;sha256-{digest}&#39;" in policy, digest)
    count = 0
    for circumstances in ({}, {"dark": True}, {"width": 390, "height": 844}):
        page.open(path, **circumstances)
        label = f"{name} {circumstances or ''}".strip()
        keeps_to_it(label, page, path)
        page.run("document.querySelectorAll('details').forEach((d) => d.open = true)")
        if "width" not in circumstances:
            check(f"{label}: contrast of at least 4.5", not (low := page.run(CONTRAST)), low)
        else:
            check(f"{label}: nothing wider than the screen, opened", not page.run(SHAPE)["wide"])
            check(f"{label}: what scrolls says so, and nothing else", page.run(HINTS) == [])
        if not circumstances:
            count = compare(name, page, report, least)
    names(name, page, regions=3 if least else 1)
    page.open(path, scripts=False)
    keeps_to_it(f"{name} without scripts", page, path)
    compare(f"{name} without scripts", page, report, least)
    check(f"{name} without scripts: no button and no field that would do nothing",
          page.run("[...document.querySelectorAll('button,input')].filter((e) => e.offsetParent).length") == 0)
    return count


# The frames whose hint is wrong, a frame after the last change.
HINTS = """new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => told(
  [...document.querySelectorAll(".scroll")].filter((e) => e.clientWidth
    && (e.scrollWidth > e.clientWidth + 1) !== getComputedStyle(e, "::before").content.includes("Scroll")).map((e) => e.ariaLabel)), 50))))"""


def names(name, page, regions=3):
    """Landmarks and names, as a screen reader finds them."""
    nodes = [n for n in page.call("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    roles = [n["role"]["value"] for n in nodes]
    for role in ("banner", "navigation", "main", "contentinfo"):
        check(f"{name}: one {role}", roles.count(role) == 1, roles.count(role))
    check(f"{name}: its parts are regions", roles.count("region") >= regions, roles.count("region"))
    nameless = [n["role"]["value"] for n in nodes
                if n["role"]["value"] in ("button", "link", "region", "navigation", "searchbox", "img", "image", "table", "DisclosureTriangle")
                and not n.get("name", {}).get("value")]
    check(f"{name}: everything that is named has a name", len([n for n in nameless if n != "table"]) == 0, nameless)


# --- sorting and filtering, by keyboard alone -------------------------------------------------------------------

COLUMN = "[...document.querySelectorAll('#rule-rows tbody tr')].filter((r) => !r.hidden).map((r) => Number(r.cells[1].querySelector('data')?.value ?? 0))"


def keyboard(page, path):
    page.open(path)
    page.run("document.getElementById('rule-rows-filter').focus()")
    seen = []
    for _ in range(6):
        page.press("Tab")
        seen.append(page.run("document.activeElement.textContent"))
        if seen[-1] == "Hits": break
    check("keyboard: Tab reaches the buttons that sort", seen[-1] == "Hits", seen)
    page.press("Enter")
    first = page.run(COLUMN)
    check("keyboard: Enter sorts, the most first", first == sorted(first, reverse=True) and len(set(first)) > 3, first[:9])
    check("keyboard: and says so", page.run("document.activeElement.parentElement.getAttribute('aria-sort')") == "descending")
    page.press(" ")
    second = page.run(COLUMN)
    check("keyboard: the space bar turns it round", second == sorted(second) and second != first, second[:9])
    check("keyboard: and says so again", page.run("document.activeElement.parentElement.getAttribute('aria-sort')") == "ascending")
    page.run("document.getElementById('rule-rows-filter').focus()")
    for letter in "login":
        page.press(letter)
    shown = page.run("[...document.querySelectorAll('#rule-rows tbody tr')].filter((r) => !r.hidden).map((r) => r.textContent.toLowerCase())")
    check("keyboard: typing filters", 0 < len(shown) < 20 and all("login" in row for row in shown), shown[:3])
    said = page.run("document.querySelector('[data-filter=rule-rows] output').value")
    check("keyboard: and says how many are left", said.startswith(f"{len(shown)} of "), said)
    # A link of the first screen opens the explanation it leads to.
    page.run("document.querySelector('.card a[href^=\"#record-\"]').focus()")
    page.press("Enter")
    # The page follows a link in a task of its own: it is looked at for as many frames as a busy machine may need.
    opened = page.run("""new Promise((told) => {
      const look = (frames) => {
        const explanation = location.hash && document.querySelector(location.hash);
        if (explanation?.open || frames == 0) told(explanation?.open ?? false); else requestAnimationFrame(() => look(frames - 1));
      };
      look(600);
    })""")
    check("keyboard: a link opens its explanation", opened is True, opened)
    page.run("scrollTo(0, 0); document.querySelector('.skip').focus()")
    page.press("Tab")
    focus = page.run("getComputedStyle(document.activeElement).outlineStyle")
    check("keyboard: what has the focus is seen", focus == "solid", focus)


# The times that are shown below each plot, and those that touch each other or stand out of the screen.
AXES = r"""[...document.querySelectorAll(".chart")].map((chart) => {
  const shown = [...chart.querySelectorAll(".x text")].filter((e) => e.getClientRects().length);
  const boxes = shown.map((e) => [e.getAttribute("y"), e.getBoundingClientRect()]);
  return {
    times: shown.filter((e) => e.getAttribute("y") === "18").map((e) => e.textContent),
    wrong: shown.filter((e, i) => boxes[i][1].right > innerWidth || boxes[i][1].left < 0 || boxes.some(([y, box], j) =>
      j !== i && y === boxes[i][0] && box.left < boxes[i][1].right + 3 && boxes[i][1].left < box.right + 3)).map((e) => e.textContent),
  };
})"""


# --- the replay of the shop -------------------------------------------------------------------------------------

def replay(page):
    path = written("replay.html", "replay", shop, stream, "--format", "html")
    report = json.loads(run("replay", shop, stream, "--format", "json", "--detail"))
    count = whole("replay", page, path, report, 400)
    keyboard(page, path)
    page.open(path)
    wrong = page.run(r"""(() => {
      const rects = [...document.querySelectorAll("svg.plot rect")];
      return rects.filter((r) => Math.abs(Number(r.getAttribute("height")) - r.dataset.value * 100 / r.closest("svg").dataset.top) > .011).length;
    })()""")
    check("replay: every column of the plot is as high as its number", wrong == 0, wrong)
    for width, least, most in ((320, 2, 4), (390, 3, 4), (700, 3, 7), (1280, 5, 9)):
        page.open(path, width=width)
        axes = page.run(AXES)
        check(f"replay: times at {width} px, none over another", all(least <= len(a["times"]) <= most and not a["wrong"] for a in axes), axes)
        check(f"replay: the hours at {width} px are round", all(time.endswith(":00") for time in axes[0]["times"]), axes)
    page.open(path)
    # What a person looks for first stands on the first screen of a desktop.
    for outcome, what in (("retry", "app/again"), ("abort", "showLogin"), ("nobody", "Shop.LegacyError")):
        top = page.run(f"""(() => {{ const card = document.querySelector('.card.o-{outcome}'); const box = card.getBoundingClientRect();
          return box.bottom < 900 && card.textContent.includes({json.dumps(what)}) && card.querySelector('.big data').value }})()""")
        check(f"replay: the first screen says {outcome}", top == str(report["detail"]["outcomes"][report["detail"]["order"].index(outcome)]), top)
    explained = page.run("document.querySelectorAll('#sample-rows details .story').length")
    check("replay: records are explained", explained >= 40, explained)
    # An explanation is the one that errctl explain gives.
    identity = page.run("[...document.querySelectorAll('#sample-rows details')].map((d) => d.querySelector('code').textContent)")
    command = identity[0].split()
    check("replay: the command of a sample is whole", command[:2] == ["errctl", "explain"] and "--record" in command, command)
    told = re.sub(r"\s+", "", run(*[w for w in command[1:]]))
    story = page.run("(() => { const d = document.querySelector('#sample-rows details'); return [...d.querySelectorAll('.story p, .story h4 bdi')].map((p) => p.textContent) })()")
    missing = [part for part in story if re.sub(r"\s+", "", part) not in told]
    check("replay: an explanation says what errctl explain says", not missing and len(story) > 8, missing)
    for jobs in (2, 5):
        check(f"replay: the same bytes with {jobs} jobs", run("replay", shop, stream, "--format", "html", "--jobs", jobs, binary=True) == path.read_bytes())
    kinds = written("kinds.html", "replay", shop, stream, "--format", "html", "--kinds")
    whole("kinds", page, kinds, json.loads(run("replay", shop, stream, "--format", "json", "--detail", "--kinds")), 450)
    headings = page.run("['kinds-category', 'kinds-rule'].filter((id) => document.getElementById(id)).length")
    check("kinds: those of each category and of each rule", headings == 2, headings)
    profiled = written("profile.html", "replay", shop, stream, "--format", "html", "--profile")
    page.open(profiled)
    heads = page.run("[...document.querySelectorAll('#rule-rows thead th')].map((h) => h.textContent)")
    check("replay: the cost of rules with --profile", heads[-2:] == ["Evaluated", "Time"], heads)
    loaded = written("load.html", "replay", shop, stream, "--format", "html", "--load")
    page.open(loaded)
    preview = json.loads(run("replay", shop, stream, "--format", "json", "--detail", "--load"))
    compare("replay with --load", page, preview, 400)
    check("replay: tries over time with --load", page.run("document.querySelectorAll('#load svg.plot rect').length") > 10)
    keeps_to_it("replay with --load", page, loaded)
    check("replay: the chain begins with an occupied column",
          page.run("Math.min(...[...document.querySelectorAll('#chain rect.box')].filter((r) => Number(r.getAttribute('x')) < 10).map((r) => Number(r.getAttribute('y'))))") < 20)
    kinds = page.run("[...document.querySelectorAll('#nobody-rows tbody tr')].map((r) => r.cells[r.cells.length - 1].textContent)")
    command = page.run("document.querySelector('#nobody p.meta code').textContent").split()
    listed = run(*command[1:], *kinds[0].split(), "--format", "text").splitlines()
    check("replay: the command of a kind lists its errors", len(listed) >= preview["unhandledKinds"][0]["count"], listed[:3])
    plain = work / "plain.yaml"
    plain.write_text("version: 1\nresponders: [ { id: app, rules: [ { id: stop, when: { status: 503 }, then: abort } ] } ]\n")
    untimed = work / "untimed.ndjson"
    untimed.write_text('{"status":503}\n{"status":404,"message":"not there"}\n')
    small = written("small.html", "replay", plain, untimed, "--format", "html")
    for circumstances in ({}, {"width": 390, "height": 844}):
        page.open(small, **circumstances)
        keeps_to_it(f"small replay {circumstances}", page, small)
    check("replay: one responder and no category need no drawing", page.run("document.querySelectorAll('#chain').length") == 0)
    piped = written("piped.html", "replay", shop, "-", "--format", "html", stdin=stream.read_bytes())
    check("replay: of a pipe it says why nothing is explained", "can be read once only" in piped.read_text())
    return count


# --- the day after a change ---------------------------------------------------------------------------------------

def diff(page):
    new = work / "new.yaml"
    text = shop.read_text()
    text = text.replace("when: { category: [ offline, upstream ] }\n        then: retry", "when: { category: [ offline ] }\n        then: retry", 1)
    text = text.replace("then: abort", "then: cancel", 1)
    new.write_text(text)
    path = written("diff.html", "diff", shop, new, stream, "--format", "html")
    report = json.loads(run("diff", shop, new, stream, "--format", "json"))
    check("diff: something moves", report["changed"] > 0)
    count = whole("diff", page, path, report, 40)
    page.open(path)
    sides = page.run("[...document.querySelectorAll('#group-rows details')].filter((d) => d.querySelectorAll('.story').length === 2).length")
    check("diff: records are explained under both", sides >= min(5, len(report["moved"])), sides)
    plots = page.run("[...document.querySelectorAll('#load .chart')].map((c) => [c.querySelector('svg.plot').dataset.top, c.querySelector('svg.plot').getAttribute('viewBox'), c.querySelector('.x').textContent])")
    check("diff: the load of both on the same axes", len(plots) == 2 and plots[0] == plots[1], plots)
    without = written("static.html", "diff", shop, new, "--format", "html")
    whole("diff without a stream", page, without, json.loads(run("diff", shop, new, "--format", "json")), 0)
    same = written("same.html", "diff", shop, shop, "--format", "html")
    check("diff: what is the same is said to be", "proven for every error and event" in same.read_text().lower())
    half = work / "half.ndjson"
    lines = stream.read_text().splitlines(True)
    half.write_text("".join(lines[:len(lines) // 2]))
    words = ("diff", "--streams", half, stream, shop, "--by", "status", "--format")
    nights = written("nights.html", *words, "html")
    whole("diff of two streams", page, nights, json.loads(run(*words, "json")), 12)
    return count


def tests(page):
    broken = work / "rules.yaml"
    broken.write_text(shop.read_text().replace("then: abort", "then: cancel", 1))
    suite = (root / "rules/shop/rules.test.yaml").read_text()
    (work / "rules.test.yaml").write_text(re.sub(r"^rules:.*$", "rules: rules.yaml", suite, flags=re.M))
    (work / "stream.ndjson").write_bytes(stream.read_bytes())
    path = written("tests.html", "test", broken, "--format", "html", status=(1,))
    report = json.loads(run("test", broken, "--format", "json", status=(1,)))
    check("test: something fails", report["summary"]["failed"] > 0)
    count = whole("test", page, path, report, 100)
    few = written("few.html", "test", broken, "--case", "*cart*", "--format", "html", status=(0, 1))
    part = json.loads(run("test", broken, "--case", "*cart*", "--format", "json", status=(0, 1)))
    count += whole("test of some", page, few, part, 60)
    lines = page.run("[...document.querySelectorAll('table.source tbody tr')].filter((r) => r.cells.length === 4 && r.cells[2].textContent).length")
    check("test: coverage stands on all lines of the rule file", lines == len(broken.read_text().splitlines()), lines)
    folder = work / "folder"
    folder.mkdir()
    (folder / "a-untested.yaml").write_text("version: 1\nresponders: [ { id: app, rules: [ { id: stop, when: { status: 503 }, then: abort } ] } ]\n")
    (folder / "b-tested.yaml").write_text("version: 1\nresponders: [ { id: app, rules: [ { id: stop, when: { status: 503 }, then: abort } ] } ]\n")
    (folder / "b.test.yaml").write_text("version: 1\nrules: b-tested.yaml\ncases: [ { name: stops, error: { status: 503 }, expect: { evaluation: abort } } ]\n")
    both = written("both.html", "test", folder, "--format", "html", status=(0, 1))
    page.open(both)
    keeps_to_it("tests of two rule sets", page, both)
    compare("tests of two rule sets", page, json.loads(run("test", folder, "--format", "json", status=(0, 1))), 5)
    titles = page.run("[...document.querySelectorAll('main section > h2')].map((h) => h.textContent)")
    check("test: rule sets without tests come last, closed", titles[0].endswith("b-tested.yaml") and titles[-1].endswith("a-untested.yaml: no test")
          and not page.run("[...document.querySelectorAll('main section:last-child details')].some((d) => d.open)"), titles)
    page.open(few)
    page.run("document.querySelectorAll('details').forEach((d) => d.open = true)")
    reasons = page.run("[...document.querySelectorAll('table.source .why')].map((e) => e.textContent)")
    wanted = [i for i in part["coverage"][0]["items"] if i["count"] == 0]
    check("test: what is not covered is listed, with the reason", 0 < len(reasons) <= len(wanted) and all(":" in r for r in reasons), reasons[:3])
    return count


# --- a log that means harm, and one that is too much ------------------------------------------------------------

def hostile(page):
    bad = ["</script><script>window.pwned=1;alert(1)</script>", "<img src=x onerror=alert(1)>", "\" onload=\"alert(1)", "javascript:alert(1)",
           "\u202Eevil\u202C \u2066x\u2069", "\u05d0\u05d1\u05d2 (עברית)", "\x00\x01\x1b[31mred\x1b[0m\x7f\x9b", "a\u0301" * 300, "]]>--><!--", "&lt;b&gt;&amp;#60;",
           "'%27\\\\\"", "\ufffe\uffff\U0001F600", "x" * 1_000_000, "<svg onload=alert(1)><style>*{display:none}</style>", "{error.message}${alert(1)}`"]
    ids = [text.replace("/", "") for text in bad]  # a slash is for naming rules
    rules = {"version": 1, "name": bad[0], "categories": [{"name": bad[1], "when": {"message": {"contains": "img"}}}],
             "responders": [{"id": "root" + ids[0], "rules": [
                 {"id": "log" + ids[1], "when": {"message": {"contains": "alert"}}, "do": [{"log": "{error.message} {attributes.password} {attributes.nested.authToken}"}, {"perform": bad[3], "with": {"x": "{error.message}"}}], "then": "abort"},
                 {"id": "r" + ids[4], "when": {"type": "*"}, "do": [{"present": {"title": bad[0] + "{error.message}", "buttons": [{"title": bad[1], "then": "retry"}]}}]}]},
                 {"id": "child" + ids[5], "parent": "root" + ids[0], "origins": ["com.evil.*"]}]}
    (work / "hostile.json").write_text(json.dumps(rules))
    hidden = {"password": "hunter2-secret", "nested": {"authToken": "tok-abcdef-123456"}}
    records = [{"message": text, "attributes": hidden} for text in bad] + [{"type": text, "message": text, "origin": text, "id": text, "operation": text, "attributes": {text[:50]: text, **hidden}} for text in bad]
    records += [{"domain": text, "code": text, "problem": {"type": text, "title": text, "detail": text}, "attributes": hidden} for text in bad]
    records.append({"type": "A", "message": "Authorization: Bearer zzz999yyy888 and token=qqq111www", "attributes": {"apiKey": "kkk-777-jjj"}})
    log = work / f"log <img src=x onerror=alert(1)>.ndjson"
    log.write_text("".join(json.dumps(r, ensure_ascii=i % 2 == 0).replace("\x7f", "\\u007f") + "\n" for i, r in enumerate(records)) + "<script>alert(1)</script>\n{\"broken\": <b>\n", errors="surrogatepass")
    path = written("hostile.html", "replay", work / "hostile.json", log, "--format", "html")
    report = json.loads(run("replay", work / "hostile.json", log, "--format", "json", "--detail"))
    page.open(path)
    keeps_to_it("hostile log", page, path)
    page.run("document.querySelectorAll('details').forEach((d) => d.open = true)")
    compare("hostile log", page, report, 60)
    text = path.read_text()
    check("hostile log: a page of bounded size", len(text) < 1_500_000, len(text))
    loose = [hex(ord(c)) for c in set(text) if (ord(c) < 32 and c not in "\n") or 0x7F <= ord(c) <= 0x9F or 0x202A <= ord(c) <= 0x202E or 0x2066 <= ord(c) <= 0x2069 or ord(c) in (0xFFFE, 0xFFFF)]
    check("hostile log: no control character, none that turns text round", not loose, loose)
    check("hostile log: they are shown instead", "\\u{202E}" in text and "\\u{1B}" in text)
    secrets = ["hunter2", "tok-abcdef", "zzz999", "qqq111", "kkk-777"]
    check("hostile log: no secret", not [s for s in secrets if s in text], [s for s in secrets if s in text])
    shown = run("replay", work / "hostile.json", log, "--format", "html", "--no-redact")
    check("hostile log: with --no-redact they are shown, and the page says so", "hunter2" in shown and "tok-abcdef" in shown and "Secrets are not hidden" in shown)
    for circumstances in ({"width": 390, "height": 844}, {"scripts": False}):
        page.open(path, **circumstances)
        keeps_to_it(f"hostile log {circumstances}", page, path)
    moved = json.loads(json.dumps(rules))
    moved["responders"][0]["rules"][0]["then"] = "proceed"
    (work / "moved.json").write_text(json.dumps(moved))
    path = written("hostile-diff.html", "diff", work / "hostile.json", work / "moved.json", log, "--format", "html")
    page.open(path)
    keeps_to_it("hostile log, compared", page, path)
    check("hostile log, compared: no secret", not [s for s in secrets if s in path.read_text()])
    for form, reader in (("svg", lambda t: xml.etree.ElementTree.fromstring(t)), ("dot", graphviz), ("mermaid", lambda t: flowchart(page, t))):
        reader(run("graph", work / "hostile.json", log, "--format", form))


def in_letters(number):
    """Texts that differ in a number are of one kind."""
    return "".join("ghjkmnpqrs"[int(digit)] for digit in str(number))


def too_much(page):
    many = {"version": 1, "responders": [{"id": "app", "rules": [{"id": f"r{i}", "when": {"code": i}, "then": "cancel"} for i in range(10_000)]}]
            + [{"id": f"screen{i}", "parent": "app", "origins": [f"o{i}"]} for i in range(600)]}
    (work / "many.json").write_text(json.dumps(many))
    log = work / "many.ndjson"
    log.write_text("".join(json.dumps({"domain": "d", "code": i, "origin": f"o{i % 700}"}) + "\n" for i in range(0, 10_000, 400))
                   + "".join(json.dumps({"message": f"distinct {in_letters(i)}", "time": i * 86_400 * 7}) + "\n" for i in range(4_000)))
    path = written("many.html", "replay", work / "many.json", log, "--format", "html", "--jobs", 2)
    text = path.read_text()
    check("too much: a page of bounded size", len(text) < 2_000_000, len(text))
    for what in ("rules with", "more responders are not drawn", "further kinds", "rules never fired", "responders with fewer errors" if False else "left out"):
        check(f"too much: it says what was left out ({what})", what in text)
    page.open(path)
    keeps_to_it("too much", page, path)
    compare("too much", page, json.loads(run("replay", work / "many.json", log, "--format", "json", "--detail")), 500)
    check("too much: the same bytes with one job", run("replay", work / "many.json", log, "--format", "html", "--jobs", 1, binary=True) == path.read_bytes())
    for form, reader in (("svg", lambda t: xml.etree.ElementTree.fromstring(t)), ("dot", graphviz), ("mermaid", lambda t: flowchart(page, t))):
        drawing = run("graph", work / "many.json", log, "--format", form)
        check(f"too much: a {form} of bounded size that says so", len(drawing) < 300_000 and "401 responders of 601 left out" in drawing, len(drawing))
        reader(drawing)


# --- drawings of chains, by their own readers -------------------------------------------------------------------

def graphviz(text):
    result = subprocess.run(["dot", "-Tplain"], input=text.encode(), capture_output=True)
    check("graph: Graphviz reads it", result.returncode == 0 and not result.stderr, result.stderr[:300])
    return [line.split() for line in result.stdout.decode().splitlines()]


MERMAID = None  # a page with Mermaid itself, where PyPI has it


def flowchart(page, text):
    """Mermaid's own parser, where it is at hand; the part of its grammar that is written, always."""
    line = re.compile(r"""flowchart\ LR|\ \ %%.*|\ \ r\d+\["(?:[^"#<>&`|]|\#\d+;|<br/>)*"\]|\ \ r\d+\ (?:-->|-\.->)(?:\|"(?:[^"#<>&`|]|\#\d+;)*"\|)?\ r\d+
                          |\ \ classDef\ disabled\ stroke-dasharray:\ 4\ 3|\ \ class\ r\d+(?:,r\d+)*\ disabled""", re.X)
    wrong = [each for each in text.splitlines() if not line.fullmatch(each)]
    check("graph: Mermaid's grammar", not wrong and text.startswith("flowchart LR\n"), wrong[:3])
    if MERMAID:
        page.open(MERMAID)
        found = page.run(f"mermaid.parse({json.dumps(text)}).then((r) => r.diagramType, (e) => String(e))")
        check("graph: Mermaid reads it", found == "flowchart-v2", found)
        svg = page.run(f"mermaid.render('drawing', {json.dumps(text)}).then((r) => document.querySelectorAll('script').length + ' ' + r.svg.length, (e) => String(e))")
        check("graph: Mermaid draws it", re.fullmatch(r"2 \d{4,}", svg or ""), svg)


def graphs(page):
    report = json.loads(run("replay", shop, stream, "--format", "json", "--detail"))["detail"]["responders"]
    plain = graphviz(run("graph", shop, stream, "--format", "dot"))
    nodes = [line for line in plain if line[0] == "node"]
    edges = {(line[1], line[2]) for line in plain if line[0] == "edge"}
    places = {r["responder"]: f"r{i}" for i, r in enumerate(report)}
    wanted = {(places[r["responder"]], places[r["parent"]]) for r in report if "parent" in r}
    check("graph: every responder and every step up", len(nodes) == len(report) and edges == wanted, (len(nodes), edges ^ wanted))
    svg = run("graph", shop, stream, "--format", "svg")
    texts = ["".join(e.itertext()) for e in xml.etree.ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    for r in report:
        check(f"graph: {r['responder']} with its counts", r["responder"] in texts and any(t.startswith(f"handles {r['answered']} of {r['arrived']}") for t in texts))
    flowchart(page, run("graph", shop))
    flowchart(page, run("graph", shop, stream))
    path = work / "chain.svg"
    path.write_text(svg)
    page.open(path)
    check("graph: a browser shows the drawing", not page.faults, page.faults)
    events = {"version": 1, "responders": [{"id": "app", "events": [{"id": "e", "when": {"event": "opened"}, "then": {"raise": {"type": "Raised"}}}], "rules": []},
              {"id": "off", "enabled": False, "parent": "app", "events": [{"id": "e", "when": {"event": "shut"}, "then": {"raise": {"type": "Other", "case": "one"}}}],
               "rules": [{"id": "x", "when": {"status": 500}, "then": {"emit": "opened"}}, {"id": "y", "then": "escalate"}]}]}
    (work / "events.json").write_text(json.dumps(events))
    text = run("graph", work / "events.json")
    for part in ("1 event rule", "disabled", "emits opened", "raises Other.one", "1 rule escalates"):
        check(f"graph: {part}", part in text, text)
    flowchart(page, text)
    graphviz(run("graph", work / "events.json", "--format", "dot"))


def main():
    global MERMAID
    script = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if script and script.exists():
        MERMAID = work / "mermaid.html"
        MERMAID.write_text(f"<!doctype html><meta charset=utf-8><script src='{script.as_uri()}'></script><script>mermaid.initialize({{startOnLoad: false, maxTextSize: 50000, maxEdges: 500}})</script><body>")
    else:
        print("not run: Mermaid's own parser: PyPI's artoo-mermaid, which carries it, is not at hand")
    page = chromium.Browser()
    try:
        only = sys.argv[3].split(",") if len(sys.argv) > 3 else ["replay", "diff", "tests", "hostile", "too_much", "graphs"]
        figures = 0
        for part in only:
            figures += globals()[part](page) or 0
    finally:
        page.close()
    print(f"pages: {figures} figures read back from three pages, {passed} checks passed, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
