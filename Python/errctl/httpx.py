"""Rules that decide the retries of an httpx client, and so of the clients made on it, such as openai's and anthropic's.

    import httpx
    from errctl import Rules
    from errctl.httpx import RulesTransport

    rules = Rules("rules.yaml")
    client = httpx.Client(transport=RulesTransport(rules, httpx.HTTPTransport(), origin="shop.checkout"))

An error is what the transport raises, or a response whose status is 400 or more: an `HTTPStatusError`. What it ends as decides:
`retry` sends the request again after the rule's delay; with any other evaluation the client gets the response or the exception as
it is. A request whose body can be read once only (a generator, an open file) is never sent again.

The classes serve httpx2 as well; neither has to be installed for this module.
"""

import asyncio
import sys
import time
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional

from ._rules import Rules

__all__ = ["AsyncRulesTransport", "RulesTransport"]


class _Tries:
    """The tries of one request."""

    def __init__(self, rules: Rules, request: Any, origin: Optional[str], attributes: Optional[Mapping[str, Any]]) -> None:
        self.rules = rules
        self.request = request
        self.origin = origin
        self.attributes = {"method": request.method, "host": request.url.host}  # type: Dict[str, Any]
        self.attributes.update(attributes or {})
        self.attempt = 0
        self.first = 0.0

    def delay(self, response: Any, error: Optional[Exception]) -> Optional[float]:
        """Seconds until the request is sent again; None if it is not."""
        if error is None:
            if response.status_code < 400:
                return None
            package = sys.modules[type(self.request).__module__.partition(".")[0]]
            error = package.HTTPStatusError(
                "{} {}".format(response.status_code, response.reason_phrase), request=self.request, response=response
            )
        now = time.monotonic()
        self.attempt += 1
        self.first = self.first or now
        resolution = self.rules.decide(
            error, attempt=self.attempt, elapsed=now - self.first, origin=self.origin, attributes=self.attributes
        )
        # A stream of other classes is empty, or an error, once it has been sent.
        if not resolution.retry or type(self.request.stream).__name__ != "ByteStream":
            return None
        return resolution.delay or 0.0


class RulesTransport:
    """A transport of `httpx.Client` that tries again as rules decide.

    Args:
        rules: The rules.
        transport: The transport that sends, such as `httpx.HTTPTransport()`.
        origin: The dotted place where the errors are raised.
        attributes: Further attributes of the errors, beside `method` and `host`.
        sleep: Waits for a number of seconds.
    """

    def __init__(
        self,
        rules: Rules,
        transport: Any,
        *,
        origin: Optional[str] = None,
        attributes: Optional[Mapping[str, Any]] = None,
        sleep: Callable[[float], Any] = time.sleep
    ) -> None:
        self._rules, self._transport, self._sleep = rules, transport, sleep
        self._said = (origin, attributes)

    def handle_request(self, request: Any) -> Any:
        tries = _Tries(self._rules, request, *self._said)
        while True:
            response, error = None, None  # type: Any, Optional[Exception]
            try:
                response = self._transport.handle_request(request)
            except Exception as raised:
                error = raised
            delay = tries.delay(response, error)
            if delay is None:
                if error is not None:
                    raise error
                return response
            if response is not None:
                response.close()
            self._sleep(delay)

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> "RulesTransport":
        self._transport.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._transport.__exit__(*raised)


class AsyncRulesTransport:
    """A transport of `httpx.AsyncClient` that tries again as rules decide. The arguments are those of `RulesTransport`."""

    def __init__(
        self,
        rules: Rules,
        transport: Any,
        *,
        origin: Optional[str] = None,
        attributes: Optional[Mapping[str, Any]] = None,
        sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep
    ) -> None:
        self._rules, self._transport, self._sleep = rules, transport, sleep
        self._said = (origin, attributes)

    async def handle_async_request(self, request: Any) -> Any:
        tries = _Tries(self._rules, request, *self._said)
        while True:
            response, error = None, None  # type: Any, Optional[Exception]
            try:
                response = await self._transport.handle_async_request(request)
            except Exception as raised:
                error = raised
            delay = tries.delay(response, error)
            if delay is None:
                if error is not None:
                    raise error
                return response
            if response is not None:
                await response.aclose()
            await self._sleep(delay)

    async def aclose(self) -> None:
        await self._transport.aclose()

    async def __aenter__(self) -> "AsyncRulesTransport":
        await self._transport.__aenter__()
        return self

    async def __aexit__(self, *raised: Any) -> None:
        await self._transport.__aexit__(*raised)
