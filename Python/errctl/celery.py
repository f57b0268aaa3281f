"""Rules that decide the retries of Celery's tasks.

    from errctl import Rules
    from errctl.celery import task_of

    app = Celery("shop", task_cls=task_of(Rules("rules.yaml")))

    @app.task
    def pay(order): ...

What a task's exception ends as decides: `retry` puts the task back after the rule's delay, everything else fails it. Budgets are
the rules': `max_retries` and `autoretry_for` are not needed.
"""

from typing import Any, Optional, Type

import celery
from celery.exceptions import Ignore, Reject, Retry

from ._rules import Rules

__all__ = ["task_of"]


def task_of(rules: Rules, *, origin: Optional[str] = None) -> Type[celery.Task]:
    """A class of tasks, for `Celery(task_cls=…)`, or for one task as `@app.task(base=…)`.

    The operation is the task's id, the attempt its `request.retries` and one.

    Args:
        rules: The rules.
        origin: The dotted place of the errors; by default the task's name.
    """

    class RulesTask(celery.Task):
        abstract = True
        max_retries = None

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            try:
                return super().__call__(*args, **kwargs)
            except (Retry, Ignore, Reject):
                raise
            except Exception as error:
                resolution = rules.decide(
                    error, operation=self.request.id, attempt=self.request.retries + 1, origin=origin or self.name
                )
                # Called as a function it has nobody to put it back.
                if not resolution.retry or self.request.called_directly:
                    raise
                raise self.retry(exc=error, countdown=resolution.delay or 0.0)

    return RulesTask
