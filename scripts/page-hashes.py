#!/usr/bin/env python3
"""Writes the hashes of the page's style and script, as a built errctl writes them, into Sources/faces/Pages/Markup.

usage: scripts/page-hashes.py [ERRCTL]     then build again
"""
import base64, hashlib, pathlib, re, subprocess, sys

root = pathlib.Path(__file__).resolve().parent.parent
errctl = sys.argv[1] if len(sys.argv) > 1 else root / ".build/debug/errctl"


def hashes(page):
    """The hash of what stands in each of the page's own elements, as browsers compute it."""
    found = {}
    for tag in ("style", "script"):
        text = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S).group(1)
        found[tag] = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return found


if __name__ == "__main__":
    page = subprocess.run(
        [errctl, "replay", root / "rules/shop/rules.yaml", root / "rules/shop/stream.ndjson", "--format", "html"],
        check=True, capture_output=True, text=True,
    ).stdout
    for tag, name in (("style", "PageStyle"), ("script", "PageScript")):
        path = root / f"Sources/faces/Pages/Markup/{name}.swift"
        old = path.read_text()
        new = re.sub(r'static let hash = ".*"', f'static let hash = "{hashes(page)[tag]}"', old)
        if new != old:
            path.write_text(new)
            print(f"{path.relative_to(root)}: hash changed; build again")
