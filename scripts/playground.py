#!/usr/bin/env python3
"""Writes the playground: the workbench's page with the engine in it, one file that needs neither a server nor a network.

usage: playground.py ENGINE.wasm OUTPUT.html RULES… STREAM     the first rule file imports the others, below its folder
"""
import base64, gzip, hashlib, html, json, os, pathlib, re, sys

root = pathlib.Path(__file__).resolve().parent.parent
# The rule sets to choose from: each has the commonest errors of its kind.
KINDS = {"server": "An HTTP service", "agent": "An agent", "ci": "Builds", "cluster": "A cluster", "data": "Databases and brokers", "gpu-training": "Training on GPUs"}
assets = root / "Sources/faces/CWorkbench/Assets"


def constant(name):
    """The text of a constant of Pages, whose hash stands beside it."""
    source = (root / f"Sources/faces/Pages/Markup/{name}.swift").read_text()
    literal = re.search(r'text: StaticString = """\n(.*?)\n    """', source, re.S).group(1)
    text = "\n".join(line[4:] for line in literal.split("\n")).replace("\\\\", "\\")
    if hashed(text) != re.search(r'hash = "(.*)"', source).group(1):
        raise SystemExit(f"{name}.swift: the text is not the one of its hash")
    return text


def hashed(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def joined(*names):
    return "\n".join((assets / name).read_text() for name in names)


def editor(kind):
    """CodeMirror's files, in the order in which the program has them, or the plain editor where its package is not installed."""
    listed = re.findall(rf'#embed "(/.*\.{kind})"', (root / "Sources/faces/CWorkbench/assets.c").read_text())
    return joined(*listed) if all(map(os.path.exists, listed)) else joined(f"plain.{kind}")


def files(rules, stream):
    """As the page loads them: the first rule file imports the others."""
    listed = [{"name": os.path.relpath(path, rules[0].parent), "text": path.read_text(), "kind": "rules"} for path in rules]
    return {"files": listed, "stream": {"name": stream.name, "text": stream.read_text(), "kind": "stream"}}


def examples():
    folders = {title: root / "rules" / name for name, title in KINDS.items()}
    return [{"title": title, **files([folder / "rules.yaml"], folder / "stream.ndjson")} for title, folder in folders.items()]


def data(id, value):
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script id="wb-{id}" type="application/json">{text}</script>'


def page(engine, example):
    style = "\n".join([constant("PageStyle"), editor("css"), joined("page.css", "playground/playground.css")])
    scripts = [constant("PageScript"), editor("js"), joined("playground/engine.js"), joined("playground/playground.js"), joined("page.js")]
    for text in scripts:
        if "</script" in text.lower() or "<!--" in text:
            raise SystemExit("a script can't stand in a page as it is")
    allowed = " ".join(f"'sha256-{hashed(text)}'" for text in scripts)
    policy = (
        f"default-src 'none'; script-src 'wasm-unsafe-eval' {allowed}; "
        f"style-src 'sha256-{hashed(style)}'; worker-src blob:; img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#127a5b' d='M2 2h12v12H2z'/></svg>"
    icon = f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
    text = (assets / "page.html").read_text()
    text = re.sub(r'<link rel="stylesheet".*>\n|<script src=.*></script>\n', "", text)
    text = text.replace('href="icon.svg"', f'href="{icon}"').replace("errctl workbench", "errctl playground")
    text = text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">')
    text = text.replace("</head>", f"<style>{style}</style>\n</head>")
    packed = base64.b64encode(gzip.compress(engine, 9, mtime=0)).decode()
    parts = [
        f'<script id="wb-engine" type="text/plain">{packed}</script>', data("example", example), data("examples", examples()),
        *(f"<script>{text}</script>" for text in scripts),
    ]
    return text.replace("</body>", "\n".join(parts) + "\n</body>")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        raise SystemExit(__doc__.split("\n\n")[1])
    engine, output, *rules, stream = map(pathlib.Path, sys.argv[1:])
    try:
        example = files(rules, stream)
    except (OSError, UnicodeDecodeError) as error:
        raise SystemExit(f"playground: {error}")
    output.write_text(page(engine.read_bytes(), example))
