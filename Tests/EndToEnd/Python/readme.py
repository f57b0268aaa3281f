"""The Python of pages, run as it stands there, with the installed package; what a line prints stands behind it: readme.py PAGE…"""

import contextlib
import importlib.util
import io
import os
import re
import sys
import tempfile


def run(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for name, contents in re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, re.S):
        with open(name, "w") as file:
            file.write(contents)
    space, compared = {"__name__": "__main__"}, 0
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        if "tenacity" in block and importlib.util.find_spec("tenacity") is None:
            continue
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(block, page, "exec"), space)
        prints = re.findall(r"print\(.*\)(?:  # (.*))?$", block, re.M)
        if all(prints):
            assert output.getvalue().splitlines() == prints, (output.getvalue(), prints)
            compared += len(prints)
    assert compared > 0, page
    return compared


pages = [os.path.realpath(page) for page in sys.argv[1:]]
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
print("Python {}: {} lines of {} pages print what stands behind them".format(sys.version.split()[0], sum(map(run, pages)), len(pages)))
