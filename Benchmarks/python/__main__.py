"""A decision from Python with 100 rules, in microseconds of processor time: the quickest of 15 rounds of 10,000.

`ERRCTL_LIBRARY` is the library to measure.
"""

import os
import pathlib
import sys
import tempfile
import time
import timeit

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Python"))

import errctl  # noqa: E402

RULES = """version: 1
name: measured
responders:
  - id: app
    rules:
{}
      - {{ id: refused, when: {{ domain: NSPOSIXErrorDomain, code: ECONNREFUSED }}, then: {{ retry: {{ maxAttempts: 5, backoff: {{ initial: 1s, multiplier: 2, max: 1m, jitter: full }} }} }} }}
      - {{ id: again, when: {{ type: TimeoutError }}, then: retry }}
"""
RULE = "      - {{ id: r{0}, when: {{ type: shop.Error{0}, status: {1} }}, then: cancel }}"
TEXT = "      - { id: gone, when: { message: { contains: gone } }, then: cancel }\n"


class Late(TimeoutError):
    pass


def microseconds(work):
    return min(timeit.repeat(work, number=10000, repeat=15, timer=time.process_time)) / 10000 * 1e6


def main():
    listed = "\n".join(RULE.format(number, 400 + number) for number in range(98))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rules.yaml")
        for name, text in (("what rules read of it is its identity", RULES.format(listed)), ("a rule reads its message", RULES.format(listed + "\n" + TEXT.rstrip()))):
            with open(path, "w") as file:
                file.write(text)
            rules = errctl.Rules(path)
            print("Python {}, {}:".format(sys.version.split()[0], name))
            for error in (Late("late"), ConnectionRefusedError(111, "refused"), ValueError("x")):

                def decide():
                    resolution = rules.decide(error, operation="pay", attempt=2)
                    return resolution.evaluation, resolution.delay

                print("  {:<24} {:5.2f} µs, {}".format(type(error).__name__, microseconds(decide), decide()[0]))
        print("  {:<24} {:5.2f} µs".format("a record", microseconds(lambda: rules.record(error, operation="pay"))))


main()
