"""Rules that decide about tools of the Model Context Protocol that fail, on both sides.

    from errctl import Rules
    from errctl.mcp import call_tool, decided

    result = await call_tool(session, "search", {"for": "errors"}, rules=Rules("client.yaml"))

    @server.tool()
    @decided(Rules("server.yaml"))
    async def search(query: str) -> str: ...

With `retry` a tool is called again after the rule's delay. With any other evaluation the client raises what failed, and the server
answers with an error whose text the model can read: the exception's, which MCP's server would keep to itself.
"""

import asyncio
import functools
import inspect
import time
from typing import Any, Awaitable, Callable, Mapping, Optional

from ._rules import Resolution, Rules

__all__ = ["ToolFailed", "call_tool", "decided"]


class ToolFailed(Exception):
    """A tool that answered with an error (`is_error`). Its text is the answer's.

    Attributes:
        tool: The tool's name.
        content: The structured content of the answer, or None.
    """

    def __init__(self, tool: str, text: str, content: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(text)
        self.tool = tool
        self.content = content


class _Tries:
    """The tries of one call."""

    def __init__(self, rules: Rules, tool: str, origin: Optional[str], operation: Optional[str]) -> None:
        self.rules = rules
        self.said = {"origin": origin, "operation": operation, "attributes": {"gen_ai.tool.name": tool}}
        self.attempt = 0
        self.first = 0.0

    def resolution(self, error: BaseException) -> Resolution:
        now = time.monotonic()
        self.attempt += 1
        self.first = self.first or now
        said = self.said  # type: Any
        return self.rules.decide(error, attempt=self.attempt, elapsed=now - self.first, **said)


def _failure(tool: str, result: Any) -> Optional[ToolFailed]:
    # Named `isError` and `structuredContent` before version 2 of mcp.
    if not getattr(result, "is_error", getattr(result, "isError", False)):
        return None
    text = "\n".join(part.text for part in result.content if isinstance(getattr(part, "text", None), str))
    content = getattr(result, "structured_content", getattr(result, "structuredContent", None))
    return ToolFailed(tool, text, content)


async def call_tool(
    session: Any,
    name: str,
    arguments: Optional[Mapping[str, Any]] = None,
    *,
    rules: Rules,
    origin: Optional[str] = None,
    operation: Optional[str] = None,
    sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep,
    **others: Any
) -> Any:
    """Calls a tool, again as the rules decide, and returns its result.

    An error is what the call raises, such as mcp's `MCPError` with the `code` of JSON-RPC, or a result with `is_error`, which becomes a
    `ToolFailed`. The tool's name is the attribute `gen_ai.tool.name`. A tool may have done its work before it failed: rules should
    retry those alone that may be called twice.

    Args:
        session: mcp's `ClientSession` or `Client`.
        name: The tool.
        arguments: Its arguments.
        rules: The rules.
        origin: The dotted place of the errors.
        operation: What is tried, by which tries are counted.
        sleep: Waits for a number of seconds.
        others: Further arguments of the session's `call_tool`.
    """
    tries = _Tries(rules, name, origin, operation)
    while True:
        error = None  # type: Optional[Exception]
        try:
            result = await session.call_tool(name, dict(arguments or {}), **others)
            error = _failure(name, result)
            if error is None:
                return result
        except Exception as raised:
            error = raised
        resolution = tries.resolution(error)
        if not resolution.retry:
            raise error
        await sleep(resolution.delay or 0.0)


def decided(
    rules: Rules,
    *,
    origin: Optional[str] = None,
    sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator for the functions and coroutines that are a server's tools; put `server.tool()` above it.

    An exception that is not tried again becomes mcp's `ToolError`, with the exception's text. `ToolError` and `MCPError`, which a tool
    raises itself, are left as they are. A function that is not a coroutine is called in a thread.

    Args:
        rules: The rules.
        origin: The dotted place of the errors.
        sleep: Waits for a number of seconds.
    """
    from mcp.server import mcpserver
    from mcp.shared import exceptions

    told = (mcpserver.exceptions.ToolError, exceptions.MCPError)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        async def tool(*args: Any, **kwargs: Any) -> Any:
            tries = _Tries(rules, function.__name__, origin, None)
            while True:
                try:
                    if inspect.iscoroutinefunction(function):
                        return await function(*args, **kwargs)
                    return await asyncio.to_thread(function, *args, **kwargs)
                except told:
                    raise
                except Exception as error:
                    resolution = tries.resolution(error)
                    if not resolution.retry:
                        raise mcpserver.exceptions.ToolError(str(error)) from error
                await sleep(resolution.delay or 0.0)

        return tool

    return decorate
