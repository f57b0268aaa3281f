"""Random settings of LiteLLM's Router are given to the Router and, as the config of its proxy, to errctl. A server on loopback fails
each request in the same way: both have to make as many tries of each model group, wait as long before each, and go on with the
same fallbacks. The Router's delays are noted, not slept.

    router.py ERRCTL [SETTINGS]
"""

import asyncio
import collections
import copy
import http.server
import itertools
import json
import logging
import os
import random
import sys
import threading

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", NO_PROXY="127.0.0.1")

import litellm  # noqa: E402  # it reads the environment
from litellm.router_python_host import PythonHost  # noqa: E402
from replaying import resolutions  # noqa: E402

SETTINGS = int(sys.argv[2]) if len(sys.argv) > 2 else 40
SEED = 57
# More tries than these are not told apart.
MOST = 14


def openai(code, kind="error"):
    return {"error": {"message": "as planned", "type": kind, "param": None, "code": code}}


CONTEXT = openai("context_length_exceeded", "invalid_request_error")
CONTEXT["error"]["message"] = "This model's maximum context length is 8000 tokens."
POLICY = openai("content_policy_violation", "invalid_request_error")
POLICY["error"]["message"] = "Your request was rejected as a result of our safety system."
# Each name with a status, a body and headers. Each is another class of LiteLLM's, or is treated otherwise.
ERRORS = {
    "bad": (400, openai("unknown_parameter"), {}),
    "context": (400, CONTEXT, {}),
    "policy": (400, POLICY, {}),
    "key": (401, openai("invalid_api_key"), {}),
    "payment": (402, openai("payment"), {}),
    "forbidden": (403, openai("forbidden"), {}),
    "missing": (404, openai("model_not_found"), {}),
    "late": (408, openai("timeout"), {}),
    "limit": (429, openai("rate_limit_exceeded"), {}),
    "limit-7": (429, openai("rate_limit_exceeded"), {"retry-after": "7"}),
    "limit-90": (429, openai("rate_limit_exceeded"), {"retry-after": "90"}),
    "server": (500, openai(None), {}),
    "gateway": (502, openai(None), {}),
    "busy-3": (503, openai(None), {"retry-after": "3"}),
    "overloaded": (529, openai(None), {}),
    "closed": (None, None, {}),
}
EACH = 12
KINDS = ["BadRequestError", "AuthenticationError", "TimeoutError", "RateLimitError", "ContentPolicyViolationError",
         "InternalServerError", "ServiceUnavailableError", "NotFoundError"]  # fmt: skip
GROUPS = ["a", "b", "c"]
asked, delays = [], []


class Provider(http.server.BaseHTTPRequestHandler):
    """Fails as the path says, whose first part is the model group."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        group, name = self.path.strip("/").split("/")[:2]
        asked.append(group)
        status, body, headers = ERRORS[name]
        if status is None:
            self.close_connection = True
            return
        text = json.dumps(body).encode()
        self.send_response(status)
        for key, value in {"content-type": "application/json", "content-length": str(len(text)), **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def note(_, seconds):
    delays.append((len(asked), seconds))
    return asyncio.sleep(0)


def retry_policy(draw):
    keys = draw.sample([f"{kind}Retries" for kind in KINDS] + ["DefaultRetries"], draw.randint(0, 4))
    return {key: draw.choice([0, 1, 2, 3, 6]) for key in keys}


def fallback_list(draw, groups):
    """Fallbacks of groups that there are: of another one LiteLLM would ask the fallbacks."""
    keys = draw.sample([*GROUPS, "*"], draw.choice([0, 1, 1, 2]))
    return [{key: draw.sample(groups, min(draw.choice([1, 1, 2]), len(groups)))} for key in keys]


def drawn_settings(draw):
    """A config of LiteLLM's proxy, whose deployments have no address yet."""
    router, process = {}, {}
    groups = GROUPS[: draw.choice([1, 2, 2, 3])]
    if draw.random() < 0.8:
        draw.choice([router, router, process])["num_retries"] = draw.choice([0, 1, 2, 3, 4, 7, 12])
    if draw.random() < 0.4:
        router["retry_policy"] = retry_policy(draw)
    if draw.random() < 0.25:
        router["model_group_retry_policy"] = {group: retry_policy(draw) for group in draw.sample(GROUPS, 1)}
    if draw.random() < 0.25:
        router["allowed_fails"] = draw.choice([0, 1, 2, 4])
    if draw.random() < 0.25:
        kinds = draw.sample(KINDS + ["BadGatewayError"], draw.randint(1, 3))
        router["allowed_fails_policy"] = {f"{kind}AllowedFails": draw.choice([0, 1, 2]) for kind in kinds}
    if draw.random() < 0.1:
        process["allowed_fails"] = draw.choice([0, 1])
    if draw.random() < 0.3:
        router["retry_after"] = draw.choice([0, 0.2, 1, 3, 7.5, 20])
    if draw.random() < 0.3:
        router["cooldown_time"] = draw.choice([0, 30, 60])
    if draw.random() < 0.15:
        router["disable_cooldowns"] = draw.random() < 0.8
    for key, often in (("fallbacks", 0.4), ("context_window_fallbacks", 0.2), ("content_policy_fallbacks", 0.2)):
        if draw.random() < often:
            draw.choice([router, router, process])[key] = fallback_list(draw, groups)
    if draw.random() < 0.15:
        draw.choice([router, process])["default_fallbacks"] = draw.sample(groups, draw.randint(1, len(groups)))
    models = []
    for group in groups:
        parameters = {"model": "openai/m", "api_key": "k"}
        if draw.random() < 0.25:
            parameters["num_retries"] = draw.choice([0, 1, 4])
        if draw.random() < 0.1:
            parameters["cooldown_time"] = 0
        count = draw.choice([1, 1, 2, 2, 3])
        models += [{"model_name": group, "litellm_params": dict(parameters), "model_info": {"id": f"{group}{n}"}} for n in range(count)]
    return {"model_list": models, "router_settings": router, "litellm_settings": process}


async def ask(config, address, name):
    """The groups that the Router asked for one request to `a`, and its delays with the number of requests before each."""
    asked.clear()
    delays.clear()
    models = [
        {
            "model_name": model["model_name"],
            "litellm_params": {**model["litellm_params"], "api_base": f"{address}/{model['model_name']}/{name}"},
            "model_info": model["model_info"],
        }
        for model in config["model_list"]
    ]
    usual = {key: getattr(litellm, key) for key in config["litellm_settings"]}
    for key, value in config["litellm_settings"].items():
        setattr(litellm, key, value)  # as the proxy does
    try:
        await litellm.Router(model_list=models, **config["router_settings"]).acompletion(
            model="a", messages=[{"role": "user", "content": "x"}]
        )
        raise SystemExit(f"{name}: nothing failed")
    except Exception:  # noqa: BLE001  # whatever it is, it has failed
        pass
    finally:
        for key, value in usual.items():
            setattr(litellm, key, value)
    return list(asked), list(delays)


def record_of(address, name):
    """The members of a record of the error that LiteLLM makes of a failure."""
    try:
        litellm.completion(
            model="openai/m", api_key="k", api_base=f"{address}/x/{name}", messages=[{"role": "user", "content": "x"}], max_retries=0
        )
    except Exception as error:  # noqa: BLE001
        kind = type(error)
        members = {
            "type": f"{kind.__module__}.{kind.__qualname__}",
            "is": [f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__[1:] if base is not object],
            "status": error.status_code,
        }
        after = ERRORS[name][2].get("retry-after")
        return {**members, "retryAfter": int(after)} if after else members
    raise SystemExit(f"{name}: nothing failed")


def told(errctl, config, records, names):
    """What errctl says of each error of each group, at each try: `groups[name][group]` is a list of resolutions."""
    keys = [(name, group) for name in names for group in GROUPS]
    stream = [
        {**records[name], "operation": f"{name}/{group}", "attempt": attempt, "gen_ai.request.model": group}
        for name, group in keys
        for attempt in range(1, MOST + 1)
    ]
    found = iter(resolutions(errctl, "config.json", json.dumps(config), stream))
    return {key: list(itertools.islice(found, MOST)) for key in keys}


def tries(answers):
    return next(number for number, answer in enumerate(answers, 1) if "retry" not in answer)


def has_own(config, name, group):
    """Whether the fallbacks of a group after an error are its own. Those of `*` count for the group that was asked first alone."""
    lists = {**config["litellm_settings"], **config["router_settings"]}

    def keys(kind):
        return [key for entry in lists.get(f"{kind}fallbacks", []) for key in entry]

    if name == "policy" and keys("content_policy_"):
        return group in keys("content_policy_")
    if name == "context" and {group, "*"} & set(keys("context_window_")):
        return group in keys("context_window_")
    return group in keys("")


def follow(name, told, config):
    """The groups that are asked for one request to `a`, in order, with the delay before each, by errctl's rules."""
    steps, seen = [], []
    known = {model["model_name"] for model in config["model_list"]}

    def walk(group, depth):
        seen.append(group)
        answers = told[name, group]
        count = tries(answers)
        steps.extend((group, answers[number - 1]["retry"]["delay"] if number else None) for number in range(count))
        last = answers[count - 1]
        fallback = next((action["set"]["fallback"] for action in last.get("actions", [])), None)
        assert (last["evaluation"] == "proceed") == (fallback is not None), last
        is_followed = fallback and (depth == 0 or has_own(config, name, group))
        for target in fallback.split(", ") if is_followed else []:
            if target in known and target not in seen:
                walk(target, depth + 1)

    walk("a", 0)
    return steps


def compare(errctl, address, seed, records, counts):
    draw = random.Random(f"{SEED}/{seed}")
    config = drawn_settings(draw)
    names = draw.sample(list(ERRORS), EACH)
    answers = told(errctl, config, records, names)
    for name in names:
        requests, waits = asyncio.run(ask(copy.deepcopy(config), address, name))  # the Router adds to the process's lists
        steps = follow(name, answers, config)
        message = f"settings {seed}, {name}: LiteLLM {requests} {waits}, errctl {steps}\n{json.dumps(config)}"
        counts["calls"] += 1
        counts["requests"] += len(requests)
        if requests != [group for group, _ in steps]:
            counts["differences"] += 1
            print(message)
            continue
        before = {}
        for number, seconds in waits:
            before.setdefault(number, seconds)  # those behind the last try are in front of nothing
        for number, (_, delay) in enumerate(steps):
            if delay is None:
                continue
            counts["delays"] += 1
            asked_for = ERRORS[name][2].get("retry-after")
            # LiteLLM draws the added time for itself, also on top of a delay that the answer asks for.
            if abs(before[number] - delay) > 0.751 or (asked_for is None and (before[number] == 0) != (delay == 0)):
                counts["differences"] += 1
                print("delay", number, message)


def main():
    errctl = sys.argv[1]
    logging.disable(logging.CRITICAL)
    litellm.suppress_debug_info = True
    PythonHost.sleep = note
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    records = {name: record_of(address, name) for name in ERRORS}
    kinds = {record["type"].rpartition(".")[2] for record in records.values()}
    missing = {"ContextWindowExceededError", "ContentPolicyViolationError", "AuthenticationError", "NotFoundError", "Timeout"} - kinds
    assert not missing, f"no failure is a {missing}"
    counts = collections.Counter()
    for seed in range(SETTINGS):
        compare(errctl, address, seed, records, counts)
    server.shutdown()
    print(
        f"{SETTINGS} settings, each with {EACH} errors: {counts['calls']} calls, {counts['requests']} requests and "
        f"{counts['delays']} delays, {counts['differences']} differences"
    )
    return 1 if counts["differences"] else 0


sys.exit(main())
