#!/usr/bin/env bash
# A circuit breaker or a retry put on the wrong kind of function never sees an error, and says nothing.
#
# Versions: pybreaker 1.4.1, aiobreaker 1.2.0, circuitbreaker 2.1.3; tenacity 9.2.1, stamina 26.1.0, backoff 2.2.1,
# retrying 1.4.2, retry2 0.9.5; Python 3.11.
#
# Each decorator is put on a function that always raises ConnectionError: a plain one, an async one, a generator and
# an async generator (which raises at the first item). Breakers open after 3 failures and are called 6 times: 3 calls
# should get through. Retries have 3 tries: the function should run 3 times. How often it ran:
#
#                   function   async function   generator   async generator
#   pybreaker          3             6              3               6
#   aiobreaker         3             3              3               6
#   circuitbreaker     3             3              3               3
#   tenacity           3             3              1               1
#   stamina            3             3              3               3
#   backoff            3             3              1               1
#   retrying           3             1              1               1
#   retry2             3             1              1               1
#
# The call of an async function or of a generator succeeds: it makes an object, and the error comes later, outside the
# decorator. pybreaker knows coroutines of Tornado only, and counts a success for each call of an `async def`: a
# breaker that can never open. Nothing warns. Surprising as well: pybreaker sees the errors of plain generators, which
# tenacity does not retry.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q pybreaker==1.4.1 aiobreaker==1.2.0 circuitbreaker==2.1.3 tenacity==9.2.1 \
  stamina==26.1.0 backoff==2.2.1 retrying==1.4.2 retry2==0.9.5
cat >"$work/kinds.py" <<'PY'
import asyncio, logging, warnings

import aiobreaker, backoff, circuitbreaker, pybreaker, retry.api, retrying, stamina, tenacity

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
runs = 0


def fail():
    global runs
    runs += 1
    raise ConnectionError


def function(decorate):
    @decorate
    def work():
        fail()

    return work


def async_function(decorate):
    @decorate
    async def work():
        fail()

    return lambda: asyncio.run(work())


def generator(decorate):
    @decorate
    def work():
        fail()
        yield

    return lambda: list(work())


def async_generator(decorate):
    @decorate
    async def work():
        fail()
        yield

    async def items():
        return [item async for item in work()]

    return lambda: asyncio.run(items())


BREAKERS = {
    "pybreaker": lambda: pybreaker.CircuitBreaker(fail_max=3),
    "aiobreaker": lambda: aiobreaker.CircuitBreaker(fail_max=3),
    "circuitbreaker": lambda: circuitbreaker.circuit(failure_threshold=3),
}
RETRIES = {
    "tenacity": lambda: tenacity.retry(stop=tenacity.stop_after_attempt(3), reraise=True),
    "stamina": lambda: stamina.retry(on=ConnectionError, attempts=3, wait_initial=0, wait_max=0, wait_jitter=0),
    "backoff": lambda: backoff.on_exception(backoff.constant, ConnectionError, max_tries=3, interval=0, jitter=None),
    "retrying": lambda: retrying.retry(stop_max_attempt_number=3),
    "retry2": lambda: retry.api.retry(ConnectionError, tries=3),
}
for calls, decorators in ((6, BREAKERS), (1, RETRIES)):
    for name, make in decorators.items():
        counts = []
        for kind in (function, async_function, generator, async_generator):
            runs = 0
            work = kind(make())
            for _ in range(calls):
                try:
                    work()
                except Exception:
                    pass
            counts.append(runs)
        print(name, *counts)
PY
timeout 120 "$work/venv/bin/python" "$work/kinds.py" >"$work/seen" 2>/dev/null
cat "$work/seen"
diff - "$work/seen" <<'TEXT'
pybreaker 3 6 3 6
aiobreaker 3 3 3 6
circuitbreaker 3 3 3 3
tenacity 3 3 1 1
stamina 3 3 3 3
backoff 3 3 1 1
retrying 3 1 1 1
retry2 3 1 1 1
TEXT
echo "as stated"
