"""Layers of retries above one another, really run: requests are counted on loopback, where each fails in the same way, and held against
`errctl replay --layers` and the bound that `errctl validate` proves.

    layers.py ERRCTL

openai's client is below LangChain's ModelRetryMiddleware, that below a node of LangGraph with a RetryPolicy; LiteLLM's Router is below
instructor. The layers' delays are noted, not slept.
"""

import asyncio
import http.server
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", NO_PROXY="127.0.0.1", LANGSMITH_TRACING="false")

import instructor  # noqa: E402  # they read the environment
import litellm  # noqa: E402
import pydantic  # noqa: E402
import tenacity  # noqa: E402
from langchain.agents import create_agent  # noqa: E402
from langchain.agents.middleware import ModelRetryMiddleware  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402
from langgraph.graph import END, START, StateGraph  # noqa: E402
from langgraph.types import RetryPolicy  # noqa: E402
from litellm.router_python_host import PythonHost  # noqa: E402
from typing_extensions import TypedDict  # noqa: E402

STATUSES = [400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503]
requests_made = []
# What each layer does by default, by its documentation.
OPENAI = "{ status: [ 408, 409, 429, 5xx ] }"  # max_retries=2
LANGCHAIN = "{ status: [ 402, 405...499, 5xx ] }"  # max_retries=2, but for errors that say that they are not retryable
LANGGRAPH = "{ status: [ 4xx, 5xx ] }"  # retry_on=default_retry_on, max_attempts=3: openai's errors are none of the exceptions


def rules(when):
    retry = "{ retry: { maxAttempts: 3, backoff: { initial: 1s }, exhausted: abort } }"
    return f"version: 1\nresponders: [ {{ id: layer, rules: [ {{ id: again, when: {when}, then: {retry} }} ], otherwise: {{ then: abort }} }} ]\n"


class Provider(http.server.BaseHTTPRequestHandler):
    """Fails with the status that the first part of the path names."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        requests_made.append(self.path)
        body = json.dumps({"error": {"message": "as planned", "type": "error", "param": None, "code": None}}).encode()
        self.send_response(int(self.path.split("/")[1]))
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class State(TypedDict):
    question: str


def ask_langgraph(url):
    model = ChatOpenAI(model="m", api_key="k", base_url=url)
    retries = ModelRetryMiddleware(max_retries=2, on_failure="error", initial_delay=0, jitter=False)
    agent = create_agent(model, [], middleware=[retries])

    def node(state):
        agent.invoke({"messages": [{"role": "user", "content": state["question"]}]})

    graph = StateGraph(State).add_node("ask", node, retry_policy=RetryPolicy(max_attempts=3, initial_interval=0, jitter=False))
    graph.add_edge(START, "ask").add_edge("ask", END).compile().invoke({"question": "x"})


class Answer(pydantic.BaseModel):
    text: str


def litellm_config(url, deployments):
    """Without cool-downs: those of one try of instructor would count for the next, and the rules know one operation of a layer."""
    models = [
        {"model_name": "chat", "litellm_params": {"model": "openai/m", "api_key": "k", "api_base": url}, "model_info": {"id": str(number)}}
        for number in range(deployments)
    ]
    return {"model_list": models, "router_settings": {"num_retries": 3, "disable_cooldowns": True}}


def ask_instructor(url, deployments):
    config = litellm_config(url, deployments)
    router = litellm.Router(model_list=config["model_list"], **config["router_settings"])
    client = instructor.from_litellm(router.acompletion, mode=instructor.Mode.JSON)
    again = tenacity.AsyncRetrying(stop=tenacity.stop_after_attempt(3), wait=tenacity.wait_none(), sleep=lambda _: asyncio.sleep(0))

    async def run():
        messages = [{"role": "user", "content": "x"}]
        await client.chat.completions.create(model="chat", response_model=Answer, messages=messages, max_retries=again)

    asyncio.run(run())


def counted(ask, *arguments):
    requests_made.clear()
    try:
        ask(*arguments)
    except Exception:  # noqa: BLE001  # each layer has its own
        return len(requests_made)
    raise SystemExit(f"{arguments}: nothing failed")


def replayed(errctl, folder, layers, error):
    (folder / "error.ndjson").write_text(json.dumps({"operation": "x", "attempt": 1, **error}) + "\n")
    command = [errctl, "replay", layers[-1], "error.ndjson", "--layers", ",".join(layers), "--format", "json"]
    # The outermost layer counts, too: rules without a retry stand above all.
    command[2] = "above.yaml"
    output = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    return json.loads(output)["layers"]["requests"]


def bound(errctl, folder, layers):
    (folder / ".errctl.yaml").write_text(f"version: 1\nlayers: [ {', '.join(layers)} ]\n")
    output = subprocess.run([errctl, "validate", layers[-1]], cwd=folder, capture_output=True, text=True).stdout
    found = re.search(r"makes up to (\d+) requests, (.+)\. Retry", output)
    return (int(found.group(1)), re.sub(r" \(.*?\)", "", found.group(2))) if found else output


def main():
    errctl = os.path.realpath(sys.argv[1])
    logging.disable(logging.CRITICAL)
    litellm.suppress_debug_info = True
    slept = []
    time.sleep = slept.append
    PythonHost.sleep = lambda _, seconds: asyncio.sleep(0)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, when in (("openai.yaml", OPENAI), ("langchain.yaml", LANGCHAIN), ("langgraph.yaml", LANGGRAPH)):
            (folder / file).write_text(rules(when))
        (folder / "above.yaml").write_text("version: 1\nresponders: [ { id: app, otherwise: { then: abort } } ]\n")
        stacks = [["openai.yaml"], ["openai.yaml", "langchain.yaml"], ["openai.yaml", "langchain.yaml", "langgraph.yaml"]]
        told = [bound(errctl, folder, layers) for layers in stacks[1:]]
        print(f"at most {told[0][0]} requests ({told[0][1]}), with LangGraph {told[1][0]} ({told[1][1]})")
        failed = failed or told != [(9, "3 × 3"), (27, "3 × 3 × 3")]
        for status in STATUSES:
            made = counted(ask_langgraph, f"{address}/{status}")
            found = replayed(errctl, folder, stacks[-1], {"type": "openai.APIStatusError", "status": status})
            print(f"openai, LangChain, LangGraph: {status}: {made} requests, errctl {found}")
            failed = failed or made != found
        for deployments in (1, 2):
            (folder / "litellm.json").write_text(json.dumps(litellm_config(address, deployments)))
            for status, kind in ((400, "BadRequestError"), (401, "AuthenticationError"), (429, "RateLimitError"), (500, "InternalServerError")):
                made = counted(ask_instructor, f"{address}/{status}", deployments)
                error = {"type": f"litellm.exceptions.{kind}", "status": status}
                found = replayed(errctl, folder, ["litellm.json", "3"], error)
                print(f"LiteLLM with {deployments} deployments, instructor: {status}: {made} requests, errctl {found}")
                failed = failed or made != found
    server.shutdown()
    return 1 if failed else 0


sys.exit(main())
