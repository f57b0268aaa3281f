"""The page of the workbench, as a person uses it."""


def text(page):
    return page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getValue()")


def until(page, holds):
    """Waits until the text in the editor is as it should be. (Playwright's own wait is code, which the page's policy forbids.)"""
    for _ in range(300):
        if holds(text(page)):
            return
        page.wait_for_timeout(100)
    raise AssertionError(text(page))


def put(page, old, new):
    """Types over the only place of a text, as a person would."""
    page.evaluate(
        """(old) => { const editor = document.querySelector('.CodeMirror').CodeMirror, start = editor.getValue().indexOf(old);
          if (start < 0) throw new Error('not there: ' + old);
          editor.setSelection(editor.posFromIndex(start), editor.posFromIndex(start + old.length)); editor.focus(); }""",
        old,
    )
    page.keyboard.insert_text(new)


def show(page, name):
    page.locator(f"#wb-tab-{name}").click()


def violations(page):
    """What axe finds that is serious."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        (one["id"], node["html"][:160])
        for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
        # The editor's text scrolls with the cursor of its input, which stands beside it.
        if "CodeMirror-scroll" not in node["html"]
    ]


def excess(page):
    """By how much the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
