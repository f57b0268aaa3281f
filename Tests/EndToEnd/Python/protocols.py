"""Temporal's activities, and tools of MCP's clients and servers, decided by rules: protocols.py"""

import asyncio
import dataclasses
import datetime
import unittest

import ruled
import temporalio.api.failure.v1
from errctl.mcp import ToolFailed, call_tool, decided
from errctl.temporal import RulesInterceptor, application_error
from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from temporalio.converter import DefaultFailureConverter, DefaultPayloadConverter
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment
from temporalio.worker import ActivityInboundInterceptor

RULES = """
version: 1
name: protocols
responders:
  - id: app
    rules:
      - { id: again, when: { type: ConnectionError }, then: { retry: { maxAttempts: 3, backoff: { initial: 2s, multiplier: 2, jitter: none } } } }
      - { id: now, when: { type: BlockingIOError }, then: { retry: { backoff: { initial: 0s, jitter: none } } } }
      - { id: busy, when: { type: ToolFailed, message: { contains: busy }, attributes: { gen_ai.tool.name: ask } }, then: { retry: { maxAttempts: 3, backoff: { initial: 1s, multiplier: 3, jitter: none } } } }
      - { id: late, when: { code: -32001 }, then: { retry: { maxAttempts: 2, backoff: { initial: 5s, jitter: none } } } }
    otherwise: { then: cancel }
"""


class Ruled(ruled.Ruled):
    text = RULES

    async def sleep(self, seconds):
        self.waits.append(seconds)


class Calls(ActivityInboundInterceptor):
    """Calls the activity, as the last interceptor of a worker does."""

    def __init__(self, function):
        self.function = function

    async def execute_activity(self, input):
        return await self.function()


class Temporal(Ruled):
    def failed(self, error, attempt=1):
        """What the server is told of an activity that raises an exception."""

        async def work():
            raise error

        environment = ActivityEnvironment()
        environment.info = dataclasses.replace(ActivityEnvironment.default_info(), attempt=attempt, activity_type="shop.pay")
        inbound = RulesInterceptor(self.rules).intercept_activity(Calls(work))

        async def execute():
            await inbound.execute_activity(None)

        with self.assertRaises(ApplicationError) as caught:
            asyncio.run(environment.run(execute))
        failure = temporalio.api.failure.v1.Failure()
        DefaultFailureConverter().to_failure(caught.exception, DefaultPayloadConverter(), failure)
        return failure

    def test_the_server_tries_again_after_the_rules_delay(self):
        failure = self.failed(ConnectionResetError("reset"), attempt=2)
        info = failure.application_failure_info
        self.assertEqual((info.type, info.non_retryable), ("ConnectionResetError", False))
        self.assertEqual(info.next_retry_delay.ToTimedelta(), datetime.timedelta(seconds=4))
        self.assertEqual(failure.cause.application_failure_info.type, "ConnectionResetError")
        self.assertIn('"attempt":2', self.lines[0])
        self.assertIn('"origin":"shop.pay"', self.lines[0])

    def test_the_last_try_and_other_errors_fail_the_activity_for_good(self):
        self.assertTrue(self.failed(ConnectionError("reset"), attempt=3).application_failure_info.non_retryable)
        self.assertTrue(self.failed(ValueError("no number")).application_failure_info.non_retryable)

    def test_no_delay_is_not_the_policys(self):
        delay = self.failed(BlockingIOError("busy")).application_failure_info.next_retry_delay.ToTimedelta()
        self.assertEqual(delay, datetime.timedelta(milliseconds=1))

    def test_an_activitys_own_word_counts(self):
        info = self.failed(ApplicationError("enough", non_retryable=True)).application_failure_info
        self.assertTrue(info.non_retryable)
        self.assertEqual(self.lines, [])

    def test_an_error_can_be_made_in_an_activity_itself(self):
        made = application_error(self.rules, ConnectionError("reset"), operation="pay", attempt=1)
        self.assertEqual((made.non_retryable, made.next_retry_delay), (False, datetime.timedelta(seconds=2)))


class MCP(Ruled):
    def served(self, failures, tool=None):
        """A server with a tool that fails so often, then answers."""
        server = MCPServer("test")
        left = list(failures)

        async def ask(question: str) -> str:
            if left:
                raise left.pop(0)
            return "answered " + question

        server.tool()(tool(ask) if tool else ask)
        self.left = left
        return server

    def asked(self, server, name="ask", **others):
        async def run():
            async with Client(server) as client:
                try:
                    return await call_tool(client, name, {"question": "this"}, rules=self.rules, sleep=self.sleep, **others)
                except Exception as error:  # the client's end would wrap it in a group
                    return error

        result = asyncio.run(run())
        if isinstance(result, Exception):
            raise result
        return result

    def test_a_client_calls_a_tool_that_failed_again(self):
        result = self.asked(self.served([ToolError("busy"), ToolError("busy")]))
        self.assertEqual(result.content[0].text, "answered this")
        self.assertEqual(self.waits, [1, 3])
        self.assertIn('"gen_ai.tool.name":"ask"', self.lines[0])

    def test_a_client_raises_what_is_not_tried_again(self):
        for failure, text in ((ToolError("no such order"), "no such order"), (ValueError("a secret"), "Error executing tool ask")):
            with self.assertRaises(ToolFailed) as caught:
                self.asked(self.served([failure]))
            self.assertIn(text, str(caught.exception))
            self.assertEqual(caught.exception.tool, "ask")
        self.assertEqual(self.waits, [])

    def test_the_tries_of_a_client_end(self):
        with self.assertRaises(ToolFailed):
            self.asked(self.served([ToolError("busy")] * 9))
        self.assertEqual((self.waits, len(self.left)), ([1, 3], 6))

    def test_an_error_of_the_protocol_has_its_code(self):
        self.assertEqual(self.asked(self.served([MCPError(-32001, "late")])).content[0].text, "answered this")
        self.assertEqual(self.waits, [5])
        self.assertIn('"code":-32001', self.lines[0])
        with self.assertRaises(MCPError) as caught:
            self.asked(self.served([MCPError(-32050, "refused")]))
        self.assertEqual(caught.exception.code, -32050)

    def test_a_server_tries_again_before_it_answers(self):
        served = self.served([ConnectionError("reset")], decided(self.rules, sleep=self.sleep))
        self.assertEqual(self.asked(served).content[0].text, "answered this")
        self.assertEqual(self.waits, [2])

    def test_a_server_tells_the_model_what_failed(self):
        for failure in (ValueError("the order has no number"), ToolError("the order is paid")):
            served = self.served([failure], decided(self.rules, sleep=self.sleep))
            with self.assertRaises(ToolFailed) as caught:
                self.asked(served)
            self.assertEqual(str(caught.exception), "Error executing tool ask: " + str(failure))

    def test_a_function_may_be_a_tool_too(self):
        server = MCPServer("test")

        @server.tool()
        @decided(self.rules)
        def add(question: str) -> str:
            raise ValueError(f"not {question}")

        with self.assertRaises(ToolFailed) as caught:
            self.asked(server, "add")
        self.assertIn("not this", str(caught.exception))


unittest.main()
