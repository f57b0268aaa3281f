#!/usr/bin/env bash
# An error that a durable workflow has stored comes back as another one.
#
# Versions: DBOS 3.4.0 (on SQLite) with openai 3.57.0, anthropic 2.14.0, httpx 0.28.1; Python 3.11.
#
# A step raises an error; the workflow catches it and returns its type. Then the same workflow is forked behind that
# step, as a recovery after a crash does it: the step is not run again, its stored error is raised instead.
#
#   raised in the step             first run            run again from the store
#   openai.RateLimitError          RateLimitError       TypeError: … missing 2 required keyword-only arguments
#   openai.APIConnectionError      APIConnectionError   TypeError: … takes 1 positional argument but 2 were given
#   httpx.HTTPStatusError          HTTPStatusError      TypeError: … missing 2 required keyword-only arguments
#   anthropic.RateLimitError       RateLimitError       RateLimitError
#   httpx.ConnectError             ConnectError         ConnectError
#
# DBOS pickles errors, and Python makes an error again by calling its class with `args`: that fails for classes that
# require keyword-only arguments, and the failure itself is what the workflow sees. So `except openai.RateLimitError`
# takes one branch on the first run and another one on recovery: the workflow is not deterministic, although its code
# is. A rule on the type or the status of such an error meets a TypeError without either. anthropic's classes say how
# they are pickled (in 2.14.0), those of openai, which are otherwise alike, do not.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q dbos==3.4.0 openai==3.57.0 anthropic==2.14.0 httpx==0.28.1 httpx2==2.16.2
cat >"$work/again.py" <<'PY'
import sys

import anthropic, httpx, httpx2, openai
from dbos import DBOS

DBOS(config={"name": "shop", "system_database_url": f"sqlite:///{sys.argv[1]}/store", "log_level": "CRITICAL"})
new = httpx2.Request("GET", "http://localhost/")
old = httpx.Request("GET", "http://localhost/")
ERRORS = [
    lambda: openai.RateLimitError("slow down", response=httpx2.Response(429, request=new), body=None),
    lambda: openai.APIConnectionError(request=new),
    lambda: httpx.HTTPStatusError("busy", request=old, response=httpx.Response(503, request=old)),
    lambda: anthropic.RateLimitError("slow down", response=httpx2.Response(429, request=new), body=None),
    lambda: httpx.ConnectError("refused"),
]


def workflow_of(number, make):
    @DBOS.step(name=f"step-{number}")
    def step():
        raise make()

    @DBOS.step(name=f"next-{number}")
    def following():
        return None

    @DBOS.workflow(name=f"workflow-{number}")
    def workflow():
        try:
            step()
        except Exception as error:
            following()
            return type(error).__name__

    return workflow


workflows = [workflow_of(number, make) for number, make in enumerate(ERRORS)]
DBOS.launch()
for workflow, make in zip(workflows, ERRORS):
    first = DBOS.start_workflow(workflow)
    seen = first.get_result()
    again = DBOS.fork_workflow(first.workflow_id, 2).get_result()
    print(type(make()).__module__.partition(".")[0], type(make()).__name__, seen, again)
DBOS.destroy()
PY
timeout 120 "$work/venv/bin/python" "$work/again.py" "$work" >"$work/seen" 2>/dev/null
cat "$work/seen"
diff - "$work/seen" <<'TEXT'
openai RateLimitError RateLimitError TypeError
openai APIConnectionError APIConnectionError TypeError
httpx HTTPStatusError HTTPStatusError TypeError
anthropic RateLimitError RateLimitError RateLimitError
httpx ConnectError ConnectError ConnectError
TEXT
echo "as stated"
