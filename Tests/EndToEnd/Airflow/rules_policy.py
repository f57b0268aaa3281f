"""errctl's retry policy in Airflow's task runner, beside a replay of what failed: rules_policy.py ERRCTL

`ERRCTL_PACKAGE` is the folder of the Python package.
"""

import datetime
import json
import logging
import os
import subprocess
import sys
import tempfile
import types

sys.path.insert(0, os.environ["ERRCTL_PACKAGE"])

import errctl  # noqa: E402
import requests  # noqa: E402
import runner  # noqa: E402
from airflow.sdk import RetryAction  # noqa: E402
from errctl.airflow import RulesPolicy  # noqa: E402

logging.disable(logging.CRITICAL)
RULES = """
version: 1
name: tasks
defaults: { ignore: none }
responders:
  - id: task
    rules:
      - { id: slow, when: { type: requests.exceptions.Timeout }, then: { retry: { maxAttempts: 4, backoff: { initial: 10s, multiplier: 3, jitter: none } } } }
      - { id: denied, when: { type: PermissionError }, then: cancel }
      - { id: gone, when: { type: LookupError }, then: abort }
      - { id: fine, when: { type: UserWarning }, then: proceed }
"""
FAILURES = [requests.ReadTimeout(), requests.ConnectTimeout(), PermissionError(13, "no"), KeyError("x"), UserWarning("x"), ValueError("x")]


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rules.yaml")
        with open(path, "w") as file:
            file.write(RULES)
        policy = RulesPolicy.deserialize(json.loads(json.dumps(RulesPolicy(path).serialize())))
        recorder = errctl.Rules(path)
        arguments = {"retries": 5, "retry_delay": 60}
        lines, delays = [], []
        for failure in FAILURES:
            for attempt in range(1, 5):
                delays.append(runner.delay(arguments, policy, failure, attempt, datetime.datetime(2026, 11, 26)))
                lines.append(recorder.record(failure, operation=str(len(lines)), attempt=attempt))
        stream = os.path.join(folder, "stream.ndjson")
        with open(stream, "w") as file:
            file.write("".join(lines))
        output = subprocess.run([program, "replay", path, stream, "--resolutions", "-"], capture_output=True, text=True, check=True).stdout
        for line, delay in zip(output.splitlines(), delays, strict=True):
            resolution = json.loads(line)
            if not resolution["handled"]:
                # Airflow's own retries: those of the task.
                assert delay == 60, (line, delay)
            elif "retry" in resolution:
                assert delay == resolution["retry"]["delay"], (line, delay)
            else:
                assert delay is None, (line, delay)
        instance = types.SimpleNamespace(dag_id="shop", task_id="load", run_id="r1", map_index=2)
        decision = policy.evaluate(PermissionError(), 1, 5, {"ti": instance})
        assert decision.action == RetryAction.FAIL and decision.reason == "task/denied: cancel", decision
    print(f"errctl's policy in Airflow's task runner: {len(delays)} failed tries end as a replay of them")


main()
