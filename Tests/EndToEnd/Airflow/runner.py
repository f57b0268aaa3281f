"""What Airflow does with a task that failed: its task runner decides, and its scheduler waits."""

import datetime
import logging
import types

from airflow.api_fastapi.execution_api.routes.task_instances import _is_eligible_to_retry
from airflow.models.taskinstance import TaskInstance
from airflow.sdk.execution_time import task_runner

NOW = datetime.datetime(2026, 11, 26, tzinfo=datetime.timezone.utc)


class Silence:
    """In place of a logger."""

    def __getattr__(self, name):
        return lambda *arguments, **keywords: None


def seconds(number):
    return None if number is None else datetime.timedelta(seconds=number)


def task(arguments, policy):
    names = ["retry_delay", "max_retry_delay"]
    own = {name: seconds(arguments.get(name)) for name in names}
    factor = arguments.get("retry_exponential_backoff", 0)
    return types.SimpleNamespace(retry_policy=policy, retry_exponential_backoff=factor, **own)


def delay(arguments, policy, exception, attempt, run):
    """How long Airflow waits behind this try; None where the task has failed."""
    retries = arguments["retries"]
    context = types.SimpleNamespace(
        max_tries=retries, should_retry=_is_eligible_to_retry("running", attempt, retries)
    )
    instance = types.SimpleNamespace(
        task=task(arguments, policy),
        _ti_context_from_server=context,
        try_number=attempt,
        rendered_map_index=None,
        _failure_metrics_emitted=True,
    )
    message, state, _ = task_runner._handle_handler_failure(instance, exception, Silence(), {})
    if state != "up_for_retry":
        assert state == "failed", state
        return None
    waiting = types.SimpleNamespace(
        task=instance.task,
        retry_delay_override=message.retry_delay_seconds,
        try_number=attempt,
        end_date=NOW,
        dag_id="shop",
        task_id="load",
        logical_date=run,
        log=logging.getLogger("waiting"),
    )
    return (TaskInstance.next_retry_datetime(waiting) - NOW).total_seconds()
