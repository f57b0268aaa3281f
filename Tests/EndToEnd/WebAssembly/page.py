#!/usr/bin/env python3
"""The playground, opened from the disk: rules are changed, outcomes follow; files, texts that mean harm, keyboard, screens.

usage: page.py CHROMIUM PLAYGROUND.html [--pictures FOLDER]
"""
import json, pathlib, re, sys, tempfile
from urllib.parse import quote

from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Workbench"))
from editor import excess, put, show, text, until, violations  # noqa: E402

chromium, playground = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
expect.set_options(timeout=30_000)
work = pathlib.Path(tempfile.mkdtemp(prefix="errctl-playground-"))
HARM = "</script><img src=x onerror=\"window.harm=1\"><svg onload='window.harm=1'>&amp;\u202e{{1}}"
RULES = "version: 1\nresponders:\n  - id: app\n    rules:\n      - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } }\n"


class Pages:
    """Chromium, and what its pages complain about or ask for."""

    def __init__(self, playwright):
        self.browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        self.faults, self.addresses = [], []

    def open(self, path=playground, width=1280, height=900, scheme="light", isWhole=True):
        context = self.browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True)
        page = context.new_page()
        page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.addresses.append(request.url))
        page.goto(path.as_uri())
        if isWhole:
            expect(page.locator("#wb-summary .card").first).to_be_visible()
        return page

    def check(self):
        assert self.faults == [], self.faults
        foreign = [url for url in self.addresses if not url.startswith(("file:", "blob:null/"))]
        assert foreign == [], foreign


def files(**texts):
    """Files of a folder of their own, with underscores for dots in their names."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=work))
    paths = [folder / name.replace("_", ".") for name in texts]
    for path, content in zip(paths, texts.values()):
        path.write_text(content)
    return paths


def count(page, look):
    return page.locator(f"#wb-summary .{look} .big data")


def author(pages):
    """A rule is changed and its outcomes with it; a wrong word has a finding, and the last figures stay."""
    page = pages.open()
    expect(page.locator("#wb-summary .lead")).to_contain_text("354 records of stream.ndjson")
    expect(page.locator("#wb-findings")).to_have_text("None.")
    expect(count(page, "o-proceed")).to_have_text("44")
    put(page, "when: { category: routine }", "when: { status: 999 }")
    expect(count(page, "o-proceed")).not_to_have_text("44")
    put(page, "when: { status: 999 }", "when: { category: rutine }")
    expect(page.locator("#wb-findings")).to_contain_text("The category “rutine” does not exist")
    expect(page.locator("#wb-fault")).to_contain_text("The figures are those of the last rules that could be used.")
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    expect(page.locator("#wb-tip")).to_contain_text("Did you mean “routine”?")
    page.keyboard.press("Control+.")
    expect(page.locator("#wb-menu button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#wb-fault")).to_be_hidden()
    expect(count(page, "o-proceed")).to_have_text("44")
    expect(page.locator(".wb-hits").first).to_be_visible()

    # From a rule to its records, from a record to the rule's line.
    page.locator("#rule-rows button", has_text="background/clock").click()
    expect(page.locator("#wb-count")).to_have_text("Records 1 to 4 of 4, of 354 in all.")
    page.locator("#wb-rows tbody button").first.click()
    expect(page.locator("#wb-record-title")).to_be_focused()
    page.locator("#wb-story button", has_text="clock").first.click()
    line = page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getCursor().line")
    assert "id: clock" in text(page).split("\n")[line], line
    page.locator("#wb-text").fill("no such text")
    expect(page.locator("#wb-count")).to_have_text("None of 354 records.")
    page.locator("#wb-edit").click()
    expect(page.locator("#wb-answer")).to_contain_text("background/clock handled it")

    # The recorded errors are a text, too.
    page.locator("#wb-files button", has_text="stream.ndjson").click()
    page.evaluate("document.querySelector('.CodeMirror').CodeMirror.setValue('{\"status\": 404}\\n')")
    show(page, "preview")
    expect(page.locator("#wb-summary .lead")).to_contain_text("1 record of stream.ndjson")
    page.context.close()


def sending(pages):
    """Files are opened, changed and saved; the page is saved with them in it, and works like that."""
    page = pages.open()
    own = files(rules_yaml=RULES.replace("responders:", "imports: [ parts.json ]\nresponders:", 1), parts_json='{"version": 1}',
                day_ndjson='{"status": 503}\n{"status": 404}\nno record\n')
    page.locator("#wb-choose").set_input_files(own)
    expect(page.locator("#wb-summary .lead")).to_contain_text("2 records of day.ndjson; 1 line rejected.")
    expect(page.locator("#wb-files button")).to_have_text(["rules.yaml", "parts.json", "day.ndjson"])
    expect(page.locator("#wb-save")).to_be_disabled()
    put(page, "status: 503", "status: 404")
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    assert download.value.suggested_filename == "rules.yaml"
    assert "status: 404" in pathlib.Path(download.value.path()).read_text()
    expect(page.locator("#wb-status")).to_have_text("rules.yaml is saved.")
    put(page, "then: {", f"do: [ {{ log: {json.dumps(HARM)} }} ], then: {{")
    expect(page.locator("#wb-findings .s1")).to_have_count(0)
    with page.expect_download() as download:
        page.locator("#wb-report").click()
    sent = work / "sent.html"
    download.value.save_as(sent)
    page.context.close()
    page = pages.open(sent)
    expect(page.locator("#wb-summary .lead")).to_contain_text("2 records of day.ndjson; 1 line rejected.")
    assert "onerror" in text(page) and "status: 404" in text(page)
    assert page.evaluate("window.harm") is None
    with page.expect_download() as download:
        page.locator("#wb-report").click()
    assert pathlib.Path(download.value.path()).read_text() == sent.read_text()

    # What was written stays in the browser until the files are saved.
    put(page, "status: 404", "status: 405")
    page.wait_for_timeout(600)
    page.reload()
    until(page, lambda now: "status: 405" in now)
    page.context.close()


def hostile(pages):
    """Markup in every text of the records and of the rules is shown as text."""
    name = json.dumps(HARM)
    record = {key: HARM for key in ("id", "type", "case", "domain", "message", "origin", "operation", "category")}
    lines = [json.dumps({**record, "status": status, "with": {HARM: HARM}, "attributes": {HARM: HARM}}) for status in (503, 504, 404)]
    rules = (
        f"version: 1\nname: {name}\nresponders:\n  - id: app\n    rules:\n"
        f"      - {{ id: '<img src=x onerror=window.harm=1>', when: {{ status: 503 }}, do: [ {{ perform: {name} }}, {{ log: {name} }} ], then: cancel }}\n"
        f"      - {{ id: shown, when: {{ status: 504 }}, do: [ {{ present: {{ title: {name}, message: {name} }} }} ], then: abort }}\n"
    )
    page = pages.open()
    scripts = page.evaluate("document.querySelectorAll('script').length")
    page.locator("#wb-choose").set_input_files(files(rules_yaml=rules, **{"<img src=x onerror=harm>_ndjson": "\n".join([*lines, HARM, ""])}))
    expect(page.locator("#wb-summary .lead")).to_contain_text("3 records of <img")
    for tab in ("records", "try", "preview"):
        show(page, tab)
        if tab == "records":
            expect(page.locator("#wb-rows tbody tr")).to_have_count(3)
            page.locator("#wb-rows tbody button").first.click()
            expect(page.locator("#wb-story")).to_contain_text("</script>")
        if tab == "try":
            page.locator("#wb-error").fill(lines[0])
            page.locator("#wb-explain").click()
            expect(page.locator("#wb-answer")).to_contain_text("</script>")
    put(page, "status: 503", "category: '<img src=x onerror=window.harm=1>'")
    expect(page.locator("#wb-findings")).to_contain_text("onerror")
    page.keyboard.press("F8")
    expect(page.locator("#wb-tip")).to_be_visible()
    assert page.evaluate("window.harm") is None
    assert page.evaluate("document.querySelectorAll('img, [onerror], [onload], iframe, object, embed').length") == 0
    assert page.evaluate("document.querySelectorAll('script').length") == scripts
    page.context.close()


def limits(pages):
    """Many records, deep texts, what is not a file of rules: an answer, and a page that goes on."""
    page = pages.open()
    page.locator("#wb-choose").set_input_files(files(rules_yaml=RULES, many_ndjson='{"status": 503}\n{"status": 404}\n' * 6_000))
    expect(page.locator("#wb-summary .lead")).to_contain_text("The first 10,000 records of many.ndjson.")
    show(page, "try")
    for error in ("[" * 100_000, '{"status":503,"underlying":' * 3_000, "{", '{"status": 1e400}', "\0"):
        page.locator("#wb-error").fill(error)
        page.locator("#wb-explain").click()
        expect(page.locator("#wb-answer")).to_contain_text(".")
    for rules in ("[" * 50_000, "- " * 50_000, "\0", "", "version: 1\nx: " + "&a [*a" * 1_000):
        page.locator("#wb-choose").set_input_files(files(rules_yaml=rules))
        expect(page.locator("#wb-findings .s1").first).to_be_visible()
    page.locator("#wb-choose").set_input_files(files(rules_yaml=RULES))
    show(page, "preview")
    expect(count(page, "o-retry")).to_have_text("5,000")
    expect(page.locator("#wb-alert")).to_be_hidden()
    page.context.close()

    # An engine that can't be unpacked is said to be none.
    broken = work / "broken.html"
    broken.write_text(re.sub(r'(<script id="wb-engine" type="text/plain">).{1000}', r"\1", playground.read_text(), count=1))
    page = pages.open(broken, isWhole=False)
    expect(page.locator("#wb-alert")).to_contain_text("The engine has stopped")
    page.context.close()


def examples(pages):
    """Each example can be chosen, and its rules fit the errors; an address holds rules and errors, or rules alone."""
    page = pages.open()
    lead = page.locator("#wb-summary .lead")
    chooser = page.locator("#wb-examples-list")
    titles = chooser.locator("option").all_text_contents()[1:]
    assert len(titles) == 7, titles
    for title in titles[:-1]:
        chooser.select_option(label=title)
        expect(lead).to_contain_text("records of stream.ndjson")
        expect(page.locator("#wb-findings")).to_have_text("None.")
    chooser.select_option(label=titles[-1])
    expect(lead).to_contain_text("354 records of stream.ndjson")
    errors = '{"status":503,"message":"a & b + <c>"}\n{"status":404}\n'
    page.evaluate(f"location.hash = {json.dumps('rules=' + quote(RULES) + '&errors=' + quote(errors))}")
    expect(lead).to_contain_text("2 records of errors.ndjson")
    expect(count(page, "o-retry")).to_have_text("1")
    page.evaluate(f"location.hash = {json.dumps('rules=' + quote(RULES))}")
    expect(lead).to_contain_text("12 records of errors.ndjson")
    page.reload()
    expect(lead).to_contain_text("12 records of errors.ndjson")
    page.evaluate(f"location.hash = {json.dumps('rules=' + quote(HARM) + '&errors=' + quote(HARM))}")
    expect(page.locator("#wb-findings")).not_to_have_text("None.")
    assert page.evaluate("window.harm") is None


def screens(pages):
    """axe finds nothing serious, narrow and wide, in light and dark; nothing is wider than the screen; the keyboard reaches all."""
    for width, height in ((390, 844), (1280, 900), (2560, 1300)):
        for scheme in ("light", "dark"):
            page = pages.open(width=width, height=height, scheme=scheme)
            for tab in ("preview", "records", "try"):
                show(page, tab)
                if tab == "records":
                    page.locator("#wb-rows tbody button").nth(3).click()
                    expect(page.locator("#wb-story h4").first).to_be_visible()
                if width != 2560:
                    found = violations(page)
                    assert found == [], (width, scheme, tab, found)
                assert excess(page) <= 0, (width, scheme, tab)
                if pictures:
                    page.screenshot(path=pictures / f"playground-{tab}-{width}-{scheme}.png")
            page.context.close()
    page = pages.open()
    for hidden in ("changes", "tests"):
        expect(page.locator(f"#wb-tab-{hidden}")).to_be_hidden()
    page.locator(".CodeMirror textarea").focus()
    page.keyboard.press("F6")
    for name in ("preview", "records", "try", "preview"):
        expect(page.locator(f"#wb-tab-{name}")).to_be_focused()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("F6")
    expect(page.locator(".CodeMirror textarea")).to_be_focused()
    page.context.close()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        pages = Pages(playwright)
        for test in (author, sending, hostile, limits, examples, screens):
            test(pages)
            print(f"{test.__name__}: {test.__doc__.splitlines()[0]}")
        pages.check()
        pages.browser.close()
