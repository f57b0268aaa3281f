"""Random service configs are given to grpcio, which makes calls whose tries fail by a plan, and to errctl, which replays the
failed tries through the same config. Both have to try again after the same failures; the delays have to lie where gRPC's do.
"""

import json
import random
import sys
import time
from concurrent import futures

import grpc

from replaying import drawn, resolutions

CONFIGS = drawn(200)
CALLS = 12
# gRPC's own codes for what a server may answer; OK ends a call.
CODES = ["UNAVAILABLE", "ABORTED", "INTERNAL", "RESOURCE_EXHAUSTED", "UNKNOWN", "CANCELLED", "OK"]
METHODS = ["/shop.Cart/Add", "/shop.Cart/Pay", "/shop.Stock/Get", "/other/Any"]
# The share of a delay by which gRPC makes it longer or shorter.
JITTER = 0.2


class Server(grpc.GenericRpcHandler):
    """Answers the n-th try of a call by the plan, and notes it."""

    def __init__(self, plans):
        self.plans = plans
        self.tries = {call: [] for call in range(len(plans))}

    def service(self, details):
        def answer(request, context):
            call = int(dict(context.invocation_metadata())["call"])
            code = self.plans[call][len(self.tries[call])]
            self.tries[call].append((code, time.monotonic()))
            if code == "OK":
                return b""
            context.abort(grpc.StatusCode[code], "as planned")

        return grpc.unary_unary_rpc_method_handler(answer)


def policy(draw):
    codes = draw.sample(CODES[:-1], draw.randint(1, 4))
    return {
        "maxAttempts": draw.randint(2, 7),
        # With delays of 1 ms grpcio's calls hang.
        "initialBackoff": draw.choice(["0.01s", "0.015s", "0.02s"]),
        "maxBackoff": draw.choice(["0.01s", "0.03s"]),
        "backoffMultiplier": draw.choice([1, 1.5, 2, 3.0]),
        "retryableStatusCodes": codes,
    }


def service_config(draw):
    """Names of all three kinds, some without a policy, in any order."""
    names = [{"service": "shop.Cart", "method": "Add"}, {"service": "shop.Cart"}, {"service": "shop.Stock"}, {}]
    entries = []
    for name in draw.sample(names, draw.randint(1, 4)):
        entry = {"name": [name]}
        if draw.random() < 0.8:
            entry["retryPolicy"] = policy(draw)
        entries.append(entry)
    return {"methodConfig": entries}


def called(config, methods, plans):
    """The tries of each call, as the server sees them."""
    server = Server(plans)
    running = grpc.server(futures.ThreadPoolExecutor(16))
    running.add_generic_rpc_handlers((server,))
    port = running.add_insecure_port("127.0.0.1:0")
    running.start()
    options = [("grpc.service_config", json.dumps(config)), ("grpc.enable_retries", 1)]
    with grpc.insecure_channel(f"127.0.0.1:{port}", options=options) as channel:

        def call(number):
            try:
                channel.unary_unary(methods[number])(b"", metadata=[("call", str(number))], timeout=30)
            except grpc.RpcError as error:
                assert error.code() != grpc.StatusCode.DEADLINE_EXCEEDED, error

        with futures.ThreadPoolExecutor(len(plans)) as pool:
            list(pool.map(call, range(len(plans))))
    running.stop(None)
    return server.tries


def replayed(errctl, config, methods, tries):
    """The resolution of each failed try."""
    records = {}
    for call, answers in tries.items():
        service, method = methods[call][1:].split("/")
        for attempt, (code, _) in enumerate(answers, 1):
            if code != "OK":
                records[(call, attempt)] = {
                    "id": f"{call}",
                    "operation": f"call {call}",
                    "attempt": attempt,
                    "domain": "grpc",
                    "code": code,
                    "attributes": {"rpc.service": service, "rpc.method": method},
                }
    found = resolutions(errctl, "config.json", json.dumps(config), records.values())
    return dict(zip(records, found, strict=True))


def main(errctl):
    sequences = compared = granted = 0
    for seed in range(CONFIGS):
        draw = random.Random(seed)
        config = service_config(draw)
        methods = [draw.choice(METHODS) for _ in range(CALLS)]
        plans = [[draw.choice(CODES) for _ in range(8)] for _ in range(CALLS)]
        tries = called(config, methods, plans)
        answered = replayed(errctl, config, methods, tries)
        where = f"seed {seed}: {json.dumps(config)}"
        for call, answers in tries.items():
            sequences += 1
            for attempt, (code, moment) in enumerate(answers, 1):
                if code == "OK":
                    continue
                resolution = answered[(call, attempt)]
                again = attempt < len(answers)
                assert ("retry" in resolution) == again, f"{where}: call {call} of {methods[call]}, try {attempt}: {code}"
                compared += 1
                if not again:
                    continue
                granted += 1
                entry = next(e["retryPolicy"] for e in by_specificity(config, methods[call]))
                seconds = [float(entry[key].rstrip("s")) for key in ("initialBackoff", "maxBackoff")]
                base = min(seconds[0] * entry["backoffMultiplier"] ** (attempt - 1), seconds[1]) * 1000
                delay = resolution["retry"]["delay"] * 1000
                # Of gRPC only the shortest delay is compared: a busy machine makes any of them longer.
                gap = (answers[attempt][1] - moment) * 1000
                assert gap > base * (1 - JITTER) - 1, f"{where}: gRPC waited {gap} ms, not {base}"
                assert abs(delay - base) <= base * JITTER + 0.5, f"{where}: errctl waits {delay} ms, not {base}"
    assert 0 < granted < compared
    print(f"gRPC: {sequences} sequences of {CONFIGS} configs, {compared} failures compared, {granted} of them tried again")


def by_specificity(config, path):
    """The entries that apply to a method, the one that decides first."""
    service, method = path[1:].split("/")
    for name in ({"service": service, "method": method}, {"service": service}, {}):
        for entry in config["methodConfig"]:
            if name in entry["name"]:
                yield entry


main(sys.argv[1])
