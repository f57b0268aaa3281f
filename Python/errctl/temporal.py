"""Rules that decide the retries of Temporal's activities.

    from errctl import Rules
    from errctl.temporal import RulesInterceptor

    worker = Worker(client, task_queue="shop", activities=[pay], interceptors=[RulesInterceptor(Rules("rules.yaml"))])

What an activity's exception ends as decides: with `retry` the server tries again after the rule's delay, with any other evaluation the
activity fails for good. Budgets are the rules', so an activity needs no `RetryPolicy`; one with `maximum_attempts` may end it sooner.
"""

import datetime
from typing import Any, Optional

from temporalio import activity
from temporalio.exceptions import ApplicationError, FailureError
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput, Interceptor

from ._rules import Rules

__all__ = ["RulesInterceptor", "application_error"]

# Without a delay of its own, an error has that of the activity's policy.
_SHORTEST = 0.001


def application_error(rules: Rules, error: BaseException, **arguments: Any) -> ApplicationError:
    """What an activity raises for Temporal to do with an exception as the rules decide.

    Raise it `from error`, so that the failure has its cause.

    Args:
        rules: The rules.
        error: The exception.
        arguments: Those of `Rules.decide`, such as `attempt`.
    """
    resolution = rules.decide(error, **arguments)
    delay = None
    if resolution.retry:
        delay = datetime.timedelta(seconds=max(resolution.delay or 0.0, _SHORTEST))
    return ApplicationError(
        str(error), type=type(error).__name__, non_retryable=not resolution.retry, next_retry_delay=delay
    )


class _Inbound(ActivityInboundInterceptor):
    def __init__(self, following: ActivityInboundInterceptor, rules: Rules, origin: Optional[str]) -> None:
        super().__init__(following)
        self._rules = rules
        self._origin = origin

    async def execute_activity(self, input: ExecuteActivityInput) -> Any:
        try:
            return await self.next.execute_activity(input)
        except FailureError:
            raise  # the activity has said itself what becomes of it
        except Exception as error:
            info = activity.info()
            raise application_error(
                self._rules,
                error,
                operation="{}/{}/{}".format(info.workflow_id, info.workflow_run_id, info.activity_id),
                attempt=info.attempt,
                origin=self._origin or info.activity_type,
            ) from error


class RulesInterceptor(Interceptor):
    """An interceptor of a worker, for all its activities.

    The operation is the activity of the workflow's run, the attempt Temporal's. An `ApplicationError` that an activity raises itself is
    left as it is.

    Args:
        rules: The rules.
        origin: The dotted place of the errors; by default the activity's type.
    """

    def __init__(self, rules: Rules, *, origin: Optional[str] = None) -> None:
        self._rules = rules
        self._origin = origin

    def intercept_activity(self, next: ActivityInboundInterceptor) -> ActivityInboundInterceptor:
        return _Inbound(super().intercept_activity(next), self._rules, self._origin)
