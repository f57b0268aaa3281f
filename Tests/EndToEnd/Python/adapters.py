"""Retries of other libraries, decided by rules: adapters.py"""

import asyncio
import http.server
import io
import tempfile
import threading
import unittest

import agents
import celery
import errctl
import httpx
import httpx2
import ruled
import stamina
from celery.contrib.testing.worker import start_worker
from dbos import DBOS
from errctl.celery import task_of
from errctl.httpx import AsyncRulesTransport, RulesTransport
from errctl.tenacity import resolution_of, retrying, wanted
from langchain.agents import create_agent
from langchain.agents.middleware import ModelRetryMiddleware
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langgraph.graph import END, START, StateGraph
from langgraph.types import RetryPolicy
from pydantic_ai.retries import HTTPX2TenacityTransport, RetryConfig
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
      - id: busy
        when: { all: [ { status: [ 429, 503 ] }, { not: { attributes: { method: POST } } } ] }
        then: { retry: { maxAttempts: 3, backoff: { initial: 1s, multiplier: 2, jitter: none } } }
"""


class Ruled(ruled.Ruled):
    text = RULES


class Tenacity(Ruled):
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


class Httpx(Ruled):
    """A server on loopback that answers with the statuses of `answers` and then 200; `got` are its requests' bodies."""

    def setUp(self):
        super().setUp()
        test = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_PUT(self):
                body = b""
                if "chunked" in self.headers.get("Transfer-Encoding", ""):
                    while size := int(self.rfile.readline(), 16):
                        body += self.rfile.read(size)
                        self.rfile.readline()
                    self.rfile.readline()
                else:
                    body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                test.got.append(body)
                status, headers = test.answers.pop(0) if test.answers else (200, {})
                self.send_response(status)
                for name, value in {"Content-Length": "4", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(b"body")

            do_GET = do_POST = do_PUT

            def log_message(self, *_):
                pass

        self.got, self.answers = [], []
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)

    def clients(self):
        for package in (httpx, httpx2):
            transport = RulesTransport(self.rules, package.HTTPTransport(), origin="shop.checkout", sleep=self.waits.append)
            with package.Client(transport=transport) as client:
                self.got, self.waits = [], []
                transport._sleep = self.waits.append
                yield package, client

    def test_a_status_is_tried_again_as_the_rules_say(self):
        for _, client in self.clients():
            self.answers = [(503, {}), (429, {"Retry-After": "7"})]
            response = client.put(self.url, content=b"order")
            self.assertEqual((response.status_code, response.text), (200, "body"))
            self.assertEqual(self.got, [b"order"] * 3)
            self.assertEqual(self.waits, [1.0, 7.0])
        self.assertIn('"status":503', self.lines[0])
        self.assertIn('"origin":"shop.checkout"', self.lines[0])
        self.assertIn('"method":"PUT"', self.lines[0])

    def test_the_last_answer_is_the_clients(self):
        for _, client in self.clients():
            self.answers = [(503, {})] * 5
            response = client.get(self.url)
            self.assertEqual((response.status_code, response.text, len(self.got)), (503, "body", 3))
            self.answers = [(404, {})]
            self.assertEqual(client.get(self.url).status_code, 404)
            self.answers = [(503, {})]
            self.assertEqual(client.post(self.url, content=b"once").status_code, 503)
            self.assertEqual(len(self.got), 5)

    def test_a_body_that_can_be_read_once_is_sent_once(self):
        for _, client in self.clients():
            for body in (iter([b"a", b"b"]), io.BytesIO(b"ab")):
                self.answers = [(503, {})]
                self.assertEqual(client.put(self.url, content=body).status_code, 503)
            self.assertEqual(self.got, [b"ab", b"ab"])

    def test_an_exception_is_raised_as_it_is(self):
        for package, client in self.clients():
            with self.assertRaises(package.ConnectError):
                client.get("http://127.0.0.1:1/")
            self.assertEqual(self.waits, [])

    def test_coroutines_are_decided_too(self):
        async def sleep(seconds):
            self.waits.append(seconds)

        async def put(package):
            transport = AsyncRulesTransport(self.rules, package.AsyncHTTPTransport(), sleep=sleep)
            async with package.AsyncClient(transport=transport) as client:
                return (await client.put(self.url, content=b"order")).status_code

        for package in (httpx, httpx2):
            self.answers = [(503, {}), (503, {})]
            self.assertEqual(asyncio.run(put(package)), 200)
        self.assertEqual(self.got, [b"order"] * 6)
        self.assertEqual(self.waits, [1.0, 2.0] * 2)

    def test_pydantic_ais_transport_takes_the_arguments_of_tenacity(self):
        config = RetryConfig(**wanted(self.rules), sleep=self.waits.append)
        transport = HTTPX2TenacityTransport(config, httpx2.HTTPTransport(), lambda response: response.raise_for_status())
        self.answers = [(503, {}), (503, {})]
        with httpx2.Client(transport=transport) as client:
            self.assertEqual(client.put(self.url, content=b"order").status_code, 200)
            self.answers = [(404, {})]
            self.assertRaises(httpx2.HTTPStatusError, client.put, self.url)
        self.assertEqual(self.waits, [1.0, 2.0])


class Celery(Ruled):
    def test_a_worker_puts_back_what_is_retried(self):
        app = celery.Celery("shop", broker="memory://", backend="cache+memory://", task_cls=task_of(self.rules))
        app.conf.worker_hijack_root_logger = False
        left = {"pay": [ConnectionError("a"), ConnectionError("b")], "ship": [ValueError("c")], "bill": [ConnectionError("d")] * 9}
        delays = []

        @app.task(bind=True, shared=False)
        def work(task, name):
            if left[name]:
                raise left[name].pop(0)
            return task.request.retries

        put_back = work.retry

        def retry(**options):
            delays.append(options["countdown"])
            return put_back(**{**options, "countdown": 0})

        work.retry = retry
        with start_worker(app, perform_ping_check=False, shutdown_timeout=60):
            self.assertEqual(work.delay("pay").get(timeout=60), 2)
            self.assertRaises(ValueError, work.delay("ship").get, timeout=60)
            self.assertRaises(ConnectionError, work.delay("bill").get, timeout=60)
        self.assertEqual(delays, [1.0, 2.0, 1.0, 2.0])
        self.assertIn('"attempt":2', self.lines[1])

    def test_a_task_that_is_called_as_a_function_is_not_put_back(self):
        app = celery.Celery("shop", broker="memory://", task_cls=task_of(self.rules))

        @app.task(shared=False)
        def work():
            raise ConnectionError

        self.assertRaises(ConnectionError, work)


class RetryOn(Ruled):
    """`retry_on` in libraries that count and wait themselves."""

    def failing(self, *errors):
        left, runs = list(errors), []

        def run(*_):
            runs.append(1)
            if left:
                raise left.pop(0)
            return {}

        return run, runs

    def graph(self, run):
        policy = RetryPolicy(max_attempts=4, initial_interval=0, jitter=False, retry_on=self.rules.retry_on(origin="graph"))
        graph = StateGraph(dict)
        graph.add_node("work", run, retry_policy=policy)
        graph.add_edge(START, "work")
        graph.add_edge("work", END)
        return graph.compile()

    def test_langgraph(self):
        run, runs = self.failing(ConnectionError(), ConnectionError())
        self.graph(run).invoke({})
        self.assertEqual(len(runs), 3)
        run, runs = self.failing(ValueError())
        self.assertRaises(ValueError, self.graph(run).invoke, {})
        self.assertEqual(len(runs), 1)
        run, runs = self.failing(*[ConnectionError()] * 9)
        self.assertRaises(ConnectionError, self.graph(run).invoke, {})
        self.assertEqual(len(runs), 4)

    def test_langchain(self):
        for error, count in ((ConnectionError, 3), (ValueError, 1)):
            run, runs = self.failing(*[error("x")] * 9)

            class Model(GenericFakeChatModel):
                def _generate(self, *_, **__):
                    run()

            middleware = ModelRetryMiddleware(
                max_retries=2, initial_delay=0, jitter=False, on_failure="error", retry_on=self.rules.retry_on()
            )
            agent = create_agent(Model(messages=iter([])), middleware=[middleware])
            self.assertRaises(error, agent.invoke, {"messages": [("user", "hello")]})
            self.assertEqual(len(runs), count)

    def test_openai_agents(self):
        retry_on = self.rules.retry_on(origin="agent")
        settings = agents.ModelRetrySettings(max_retries=2, backoff={"initial_delay": 0}, policy=lambda context: retry_on(context.error))
        for error, count in ((ConnectionError, 3), (ValueError, 1)):
            run, runs = self.failing(*[error("x")] * 9)

            class Model(agents.Model):
                async def get_response(self, *_, **__):
                    run()

                def stream_response(self, *_, **__):
                    raise NotImplementedError

            agent = agents.Agent(name="a", model=Model(), model_settings=agents.ModelSettings(retry=settings))
            self.assertRaises(error, agents.Runner.run_sync, agent, "hello", run_config=agents.RunConfig(tracing_disabled=True))
            self.assertEqual(len(runs), count)

    def test_dbos(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        DBOS(config={"name": "shop", "system_database_url": f"sqlite:///{folder.name}/dbos", "log_level": "CRITICAL"})
        self.addCleanup(DBOS.destroy)
        run, runs = self.failing(ConnectionError(), ConnectionError(), ValueError("last"))
        step = DBOS.step(
            retries_allowed=True, max_attempts=9, interval_seconds=0, backoff_rate=1, should_retry=self.rules.retry_on()
        )(run)

        @DBOS.workflow()
        def workflow():
            step()

        DBOS.launch()
        self.assertRaises(ValueError, workflow)
        self.assertEqual(len(runs), 3)

    def test_stamina(self):
        for error, count in ((ConnectionError, 3), (ValueError, 1)):
            run, runs = self.failing(*[error()] * 9)
            decorate = stamina.retry(on=self.rules.retry_on(), attempts=3, wait_initial=0, wait_max=0, wait_jitter=0)
            self.assertRaises(error, decorate(run))
            self.assertEqual(len(runs), count)


if __name__ == "__main__":
    unittest.main()
