#!/usr/bin/env bash
# stamina's retry below contextlib's contextmanager takes the error of the `with` body for one of its own.
#
# Versions: stamina 26.1.0 beside 25.1.0; Python 3.11.
#
# A function with one `yield` that opens something, `@contextmanager` above `@stamina.retry(on=ConnectionError)`; the
# body of the `with` raises ConnectionError.
#
#   25.1.0   the resource is opened once; the body's ConnectionError reaches the caller
#   26.1.0   the resource is opened twice, the second one is not closed before the generator is collected, and the
#            caller gets RuntimeError("generator didn't stop after throw()"): the ConnectionError is its context only
#
# Since 25.2 stamina retries generator functions too (its documentation says so, and that they begin again from the
# start: a consumer gets 1, 2, 1, 2, 3). The error that contextmanager throws into the generator looks like one that
# the generator raised. So code that nobody changed gets another error: a rule or an `except` for ConnectionError no
# longer matches it. An error that `on` does not name passes as before.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cat >"$work/managers.py" <<'PY'
import contextlib, logging

import stamina

logging.disable(logging.CRITICAL)
retry = stamina.retry(on=ConnectionError, attempts=3, wait_initial=0, wait_max=0, wait_jitter=0)
opened = 0


@contextlib.contextmanager
@retry
def connection():
    global opened
    opened += 1
    yield opened


for error in (ConnectionError, ValueError):
    opened = 0
    try:
        with connection():
            raise error
    except Exception as reached:
        print(f"body {error.__name__}: opened {opened}, caller {type(reached).__name__},",
              "context", type(reached.__context__).__name__)

runs = 0


@retry
def rows():
    global runs
    runs += 1
    yield 1
    yield 2
    if runs < 2:
        raise ConnectionError
    yield 3


try:
    print("rows", *rows())
except ConnectionError:
    print("rows ConnectionError")
PY
for version in 25.1.0 26.1.0; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install -q "stamina==$version"
  echo "$version"
  timeout 60 "$work/$version/bin/python" "$work/managers.py"
done >"$work/seen" 2>/dev/null
cat "$work/seen"
diff - "$work/seen" <<'TEXT'
25.1.0
body ConnectionError: opened 1, caller ConnectionError, context NoneType
body ValueError: opened 1, caller ValueError, context NoneType
rows ConnectionError
26.1.0
body ConnectionError: opened 2, caller RuntimeError, context ConnectionError
body ValueError: opened 1, caller ValueError, context NoneType
rows 1 2 1 2 3
TEXT
echo "as stated"
