"""Calls that fail and succeed by a plan are made by grpcio, with retries and retry throttling, against a server on loopback.
The server's tries become a stream of errors and completed operations. A rule file with the same numbers has to grant a retry
after exactly those failures after which gRPC tried again.

The formats and rules of gRPC: https://github.com/grpc/proposal/blob/master/A6-client-retries.md
"""

import json
import random
import sys
from concurrent import futures

import grpc

from replaying import resolutions


class Server(grpc.GenericRpcHandler):
    """Answers the n-th try of a call by the plan, and notes it. Without a plan all tries fail."""

    def __init__(self, plan):
        self.plan = plan
        self.tries = []

    def service(self, details):
        def answer(request, context):
            call = int(dict(context.invocation_metadata())["call"])
            attempt = sum(1 for other, _, _ in self.tries if other == call) + 1
            succeeds = bool(self.plan) and self.plan[call][attempt - 1]
            self.tries.append((call, attempt, succeeds))
            if succeeds:
                return b""
            context.abort(grpc.StatusCode.UNAVAILABLE, "down")

        return grpc.unary_unary_rpc_method_handler(answer)


def make_calls(count, attempts, tokens, ratio, plan):
    """The tries that a server sees. It has a port of its own: gRPC keeps the tokens by the server's name."""
    server = Server(plan)
    running = grpc.server(futures.ThreadPoolExecutor(4))
    running.add_generic_rpc_handlers((server,))
    port = running.add_insecure_port("127.0.0.1:0")
    running.start()
    config = {
        "methodConfig": [
            {
                "name": [{}],
                "retryPolicy": {
                    "maxAttempts": attempts,
                    # With delays of 1 ms grpcio's calls hang.
                    "initialBackoff": "0.01s",
                    "maxBackoff": "0.02s",
                    "backoffMultiplier": 1,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ],
        "retryThrottling": {"maxTokens": tokens, "tokenRatio": ratio},
    }
    options = [("grpc.service_config", json.dumps(config)), ("grpc.enable_retries", 1)]
    with grpc.insecure_channel(f"127.0.0.1:{port}", options=options) as channel:
        for call in range(count):
            try:
                channel.unary_unary("/shop/pay")(b"", metadata=[("call", str(call))], timeout=20)
            except grpc.RpcError as error:
                assert error.code() == grpc.StatusCode.UNAVAILABLE, error
    running.stop(None)
    return server.tries


def replayed(errctl, tries, attempts, tokens, ratio):
    """Whether errctl grants a retry, for each failed try."""
    rules = f"""version: 1
responders:
  - id: app
    rules:
      - id: again
        when: {{ domain: grpc, code: UNAVAILABLE }}
        then: {{ retry: {{ maxAttempts: {attempts}, backoff: {{ initial: 1ms, max: 2ms }}, quota: {{ tokens: {tokens}, ratio: {ratio} }} }} }}
    otherwise: {{ then: cancel }}
"""
    records = []
    for call, attempt, succeeds in tries:
        record = {"origin": "pay", "operation": f"call {call}", "attempt": attempt}
        records.append(record | ({"completed": True} if succeeds else {"domain": "grpc", "code": "UNAVAILABLE"}))
    return ["retry" in resolution for resolution in resolutions(errctl, "rules.yaml", rules, records)]


def main(errctl):
    compared = granted = 0
    tries = make_calls(5, 4, 10, 0.1, None)
    counts = [sum(1 for call, _, _ in tries if call == number) for number in range(5)]
    assert counts == [4, 1, 1, 1, 1], f"gRPC made {counts} tries"
    plans = [(5, 4, 10, 0.1, None)]
    for seed in range(40):
        draw = random.Random(seed)
        count, share = draw.randint(5, 40), draw.choice([0.1, 0.5, 0.8, 0.95])
        attempts, tokens = draw.randint(2, 5), draw.randint(3, 20)
        plan = [[draw.random() < share for _ in range(5)] for _ in range(count)]
        # grpcio takes a ratio without a decimal point for a thousandth of it.
        plans.append((count, attempts, tokens, draw.choice([0.1, 0.5, 1.0]), plan))
    for number, (count, attempts, tokens, ratio, plan) in enumerate(plans):
        tries = make_calls(count, attempts, tokens, ratio, plan)
        made = {(call, attempt) for call, attempt, _ in tries}
        expected = [(call, attempt + 1) in made for call, attempt, succeeds in tries if not succeeds]
        found = replayed(errctl, tries, attempts, tokens, ratio)
        assert found == expected, f"plan {number}: gRPC {expected}, errctl {found}, tries {tries}"
        compared += len(expected)
        granted += sum(expected)
    assert 0 < granted < compared
    print(f"gRPC: {len(plans)} plans, {compared} failures compared, {granted} of them tried again")


main(sys.argv[1])
