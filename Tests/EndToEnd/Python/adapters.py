"""tenacity's retries, decided by rules: adapters.py"""

import asyncio
import os
import tempfile
import unittest

import errctl
from errctl.tenacity import resolution_of, retrying, wanted
from tenacity import Retrying

RULES = """
version: 1
name: adapters
responders:
  - id: app
    rules:
      - { id: again, when: { type: ConnectionError }, then: { retry: { maxAttempts: 3, backoff: { initial: 1s, multiplier: 2, jitter: none } } } }
      - { id: late, when: { type: TimeoutError }, then: { retry: { maxAttempts: 9, deadline: 4s, backoff: { initial: 3s, multiplier: 1, jitter: none } } } }
      - { id: given-up, when: { type: ValueError }, then: cancel }
"""


class Tenacity(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "rules.yaml")
        with open(path, "w") as file:
            file.write(RULES)
        self.lines = []
        self.rules = errctl.Rules(path, record=self.lines.append)
        self.waits = []

    def tried(self, errors):
        left = list(errors)

        @retrying(self.rules, operation="pay", sleep=self.waits.append)
        def pay():
            if left:
                raise left.pop(0)
            return "paid"

        return pay

    def test_the_rules_grant_tries_and_delays(self):
        self.assertEqual(self.tried([ConnectionError(), ConnectionResetError()])(), "paid")
        self.assertEqual(self.waits, [1.0, 2.0])

    def test_an_exhausted_budget_raises_the_error(self):
        error = ConnectionResetError("last")
        with self.assertRaises(ConnectionResetError) as caught:
            self.tried([ConnectionError(), ConnectionError(), error])()
        self.assertIs(caught.exception, error)
        self.assertEqual(len(self.waits), 2)

    def test_another_evaluation_raises_at_once(self):
        self.assertRaises(ValueError, self.tried([ValueError("x")]))
        self.assertRaises(KeyError, self.tried([KeyError("nobody handles it")]))
        self.assertEqual(self.waits, [])

    def test_the_deadline_counts_from_the_first_failure(self):
        # No time passes here: the next delay of 3 s ends before 4 s each time.
        self.assertEqual(self.tried([TimeoutError(), TimeoutError()])(), "paid")
        self.assertIn('"elapsed":"0ms"', self.lines[0])

    def test_coroutines_are_decided_too(self):
        left = [ConnectionError()]
        waits = []

        async def sleep(seconds):
            waits.append(seconds)

        @retrying(self.rules, sleep=sleep)
        async def pay():
            if left:
                raise left.pop()
            return "paid"

        self.assertEqual(asyncio.run(pay()), "paid")
        self.assertEqual(waits, [1.0])

    def test_callbacks_see_the_resolution(self):
        seen = []
        retryer = Retrying(
            sleep=self.waits.append, before_sleep=lambda state: seen.append(resolution_of(state).rule), **wanted(self.rules, operation="a")
        )
        left = [ConnectionError()]
        self.assertIsNone(retryer(lambda: (_ for _ in ()).throw(left.pop()) if left else None))
        self.assertEqual(seen, ["app/again"])


if __name__ == "__main__":
    unittest.main()
