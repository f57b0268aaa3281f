"""Rules that decide tenacity's retries.

    from errctl import Rules
    from errctl.tenacity import retrying

    rules = Rules("rules.yaml")

    @retrying(rules, operation="pay", origin="shop.checkout")
    def pay(): ...

What an exception ends as decides: `retry` tries again after the rule's delay, everything else raises it. Budgets are the rules',
so tenacity's own `stop` is not needed.
"""

import time
from typing import Any, Callable, Mapping, Optional

import tenacity
from tenacity.retry import retry_base
from tenacity.wait import wait_base

from ._rules import Resolution, Rules

__all__ = ["resolution_of", "retrying", "wanted"]


def resolution_of(state: tenacity.RetryCallState) -> Optional[Resolution]:
    """What the rules said of the last try's exception; None before one failed. For tenacity's callbacks."""
    return getattr(state, "errctl_resolution", None)


class _Retry(retry_base):
    def __init__(self, rules: Rules, arguments: Mapping[str, Any]) -> None:
        self.rules = rules
        self.arguments = dict(arguments)

    def __call__(self, state: tenacity.RetryCallState) -> bool:
        error = state.outcome.exception() if state.outcome is not None and state.outcome.failed else None
        if error is None:
            return False
        now = time.monotonic()
        first = state.__dict__.setdefault("errctl_first_failure", now)
        resolution = self.rules.decide(error, attempt=state.attempt_number, elapsed=now - first, **self.arguments)
        state.__dict__["errctl_resolution"] = resolution
        return resolution.retry


class _Wait(wait_base):
    def __call__(self, state: tenacity.RetryCallState) -> float:
        resolution = resolution_of(state)
        return resolution.delay or 0.0 if resolution else 0.0


def wanted(
    rules: Rules,
    *,
    operation: Optional[str] = None,
    origin: Optional[str] = None,
    attributes: Optional[Mapping[str, Any]] = None
) -> Mapping[str, Any]:
    """The arguments `retry`, `wait`, `stop` and `reraise` of tenacity's `Retrying`, `AsyncRetrying` and `retry`.

    Args:
        rules: The rules.
        operation: What is tried, by which tries are counted.
        origin: The dotted place where its errors are raised.
        attributes: Further attributes of its errors.
    """
    arguments = {"operation": operation, "origin": origin, "attributes": attributes}
    return {"retry": _Retry(rules, arguments), "wait": _Wait(), "stop": tenacity.stop_never, "reraise": True}


def retrying(
    rules: Rules,
    *,
    operation: Optional[str] = None,
    origin: Optional[str] = None,
    attributes: Optional[Mapping[str, Any]] = None,
    **others: Any
) -> Callable[[Callable], Callable]:
    """A decorator for functions and coroutines, whose exceptions the rules decide.

    `others` are arguments of tenacity's `retry` (`sleep`, `before_sleep` and so on). The operation is by default the
    function's name.
    """

    def decorate(function: Callable) -> Callable:
        named = operation or "{}.{}".format(function.__module__, function.__qualname__)
        arguments = dict(wanted(rules, operation=named, origin=origin, attributes=attributes))
        arguments.update(others)
        return tenacity.retry(**arguments)(function)

    return decorate
