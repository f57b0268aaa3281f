"""Rules that decide the retries of Airflow's tasks (Airflow 3.3 or later).

    from errctl.airflow import RulesPolicy

    @task(retries=5, retry_policy=RulesPolicy("/opt/dags/rules.yaml"))
    def load(): ...

Airflow asks no policy about `AirflowFailException`, and never grants more than the task's `retries`.
"""

import datetime
import os
import threading
from typing import Any, Dict, Mapping, Optional, Union

from airflow.sdk import RetryAction, RetryDecision, RetryPolicy  # type: ignore

from ._rules import Rules

__all__ = ["RulesPolicy"]


class RulesPolicy(RetryPolicy):
    """A retry policy by a rule file, which is read in the task's process when a task fails for the first time.

    `retry` tries again after the rule's delay; `proceed`, `cancel` and `abort` fail the task; where no rule handles the
    exception, the task's own retries decide. The record's `attempt` is Airflow's try number, its `operation` the task
    instance (`dag/task/run`), and its `origin` `dag.task`.

    Args:
        path: The rule file.
        origin: The origin in place of `dag.task`.
        attributes: Further attributes of the errors.
    """

    _open = {}  # type: Dict[str, Rules]
    _opening = threading.Lock()

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        origin: Optional[str] = None,
        attributes: Optional[Mapping[str, Any]] = None
    ) -> None:
        self.path = os.fspath(path)
        self.origin = origin
        self.attributes = dict(attributes or {})

    @property
    def rules(self) -> Rules:
        """The rules, opened once in a process.

        Raises:
            RuleFileError: The file has an error, or can't be read.
        """
        with self._opening:
            if self.path not in self._open:
                self._open[self.path] = Rules(self.path)
            return self._open[self.path]

    def evaluate(
        self, exception: BaseException, try_number: int, max_tries: int, context: Optional[Mapping[str, Any]] = None
    ) -> Any:
        """Airflow's question: what to do after this exception."""
        instance = context.get("ti") if context else None
        names = [str(getattr(instance, name, "")) for name in ("dag_id", "task_id", "run_id", "map_index")]
        operation = "/".join(name for name in names if name not in ("", "-1")) or None
        resolution = self.rules.decide(
            exception,
            attempt=max(try_number, 1),
            operation=operation,
            origin=self.origin or ".".join(filter(None, names[:2])) or None,
            attributes=self.attributes or None,
        )
        if not resolution.handled:
            return RetryDecision.default()
        reason = "{}: {}".format(resolution.rule, resolution.evaluation)
        if not resolution.retry:
            return RetryDecision.fail(reason)
        delay = None if resolution.delay is None else datetime.timedelta(seconds=resolution.delay)
        return RetryDecision(action=RetryAction.RETRY, retry_delay=delay, reason=reason)

    def serialize(self) -> Dict[str, Any]:
        """The policy as JSON, for a serialized DAG."""
        return {"__type": "errctl.airflow.RulesPolicy", "path": self.path, "origin": self.origin, "attributes": self.attributes}

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "RulesPolicy":
        """The policy that `serialize` wrote."""
        return cls(data["path"], origin=data.get("origin"), attributes=data.get("attributes"))
