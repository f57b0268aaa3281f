"""Random calls of one client after the other are answered with errors, some of which pass. botocore's handlers of the mode `standard`
and errctl, which reads the client's settings as a rule file, have to do the same behind each failed try: try again, after a
delay from the same range, or give up; with the tokens of a client's quota taken and given back alike.
"""

import itertools
import random
import sys
import types

from botocore import exceptions
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.retries import standard
from clients import URL, error_members
from replaying import drawn, resolutions

RUNS = drawn(200)
CALLS = 100
SERVICES = {"s3": "S3", "dynamodb": "DynamoDB", "dynamodb-streams": "DynamoDB Streams", "sts": "STS"}
STATUSES = [400, 403, 404, 429, 500, 502, 503, 504, 501]
CODES = ["Throttling", "SlowDown", "PriorRequestNotComplete", "RequestTimeout", "IDPCommunicationError", "AccessDenied", "*"]
KINDS = [
    exceptions.EndpointConnectionError, exceptions.ReadTimeoutError, exceptions.SSLError, exceptions.HTTPClientError,
    exceptions.ConnectionClosedError, exceptions.NoCredentialsError, ValueError,
]


class Client:
    """What `register_retry_handler` registers for a client: the handler of failures, and that of ended calls."""

    def __init__(self, name, tries):
        self.name = name
        handlers = {}
        events = types.SimpleNamespace(register=lambda event, handler, unique_id=None: handlers.update({event.split(".")[0]: handler}))
        service_id = types.SimpleNamespace(hyphenize=lambda: name)
        model = types.SimpleNamespace(service_id=service_id, service_name=name)
        meta = types.SimpleNamespace(service_model=model, events=events)
        standard.register_retry_handler(types.SimpleNamespace(meta=meta), **({} if tries is None else {"max_attempts": tries}))
        self.fails, self.ends = handlers["needs-retry"], handlers["after-call"]
        self.operation = types.SimpleNamespace(name="Get", error_shapes=[], service_model=model)

    def delay(self, failure, attempt, context):
        response, error, _ = failure
        return self.fails(
            response=response, caught_exception=error, attempts=attempt, operation=self.operation, request_dict={"context": context}
        )


def failure(draw):
    """What botocore is given, and what a recorder writes of it."""
    if draw.random() < 0.2:
        texts = {"endpoint_url": URL, "proxy_url": URL, "error": "as planned"}
        kind = draw.choice(KINDS)
        error = kind("odd") if kind is ValueError else kind(**texts)
        return None, error, error_members(kind)
    status, code = draw.choice(STATUSES), draw.choice(CODES)
    asked = draw.choice([None, None, "0", "40", "700", "9000", "-5", "soon"])
    headers = {} if asked is None else {"x-amz-retry-after": asked}
    members = {"status": status, "code": code}
    if asked and asked.lstrip("-").isdigit():
        members["retryAfter"] = int(asked) / 1000
    parsed = {"Error": {"Code": code, "Message": "as planned"}, "ResponseMetadata": {}}
    return (AWSResponse(URL, status, headers, None), parsed), None, members


def run(draw, tries):
    """The records of one run, and for each failed try the range of botocore's delay, or None."""
    clients = [Client(name, tries) for name in draw.sample(sorted(SERVICES), 2)]
    records, expected = [], []
    patience = draw.choice([0.3, 0.6, 0.9])
    for call in range(CALLS):
        client, context, attempt = draw.choice(clients), {}, 0
        place = {"operation": f"call {call}", "attributes": {"rpc.service": SERVICES[client.name]}}
        for attempt in itertools.count(1):
            if draw.random() > patience:
                client.ends(context=context, http_response=AWSResponse(URL, 200, {}, None))
                records.append(place | {"completed": True, "attempt": attempt})
                break
            told = failure(draw)
            delay = client.delay(told, attempt, context)
            records.append(told[2] | place | {"attempt": attempt, "id": f"{call}/{attempt}"})
            expected.append(None if delay is None else bounds(client, told, attempt))
            if delay is None:
                break
    return records, expected


def bounds(client, told, attempt):
    """The shortest and the longest delay that botocore may draw."""
    handler = client.fails.__self__
    context = handler._retry_event_adapter.create_retry_context(
        response=told[0], caught_exception=told[1], attempts=attempt, operation=client.operation, request_dict={"context": {}}
    )
    backoff = handler._retry_policy._retry_backoff
    drawn, delays = backoff._random, []
    for unit in (0.0, 1.0):
        backoff._random = lambda unit=unit: unit
        delays.append(handler._retry_policy.compute_retry_delay(context))
    backoff._random = drawn
    return delays


def settings(draw):
    """A config file or the environment, and the number of tries that it sets."""
    tries, mode = draw.choice([None, None, 1, 2, 3, 5, 8]), draw.choice([None, "standard", "adaptive"])
    if tries is None and mode is None:
        mode = "standard"
    if draw.random() < 0.5:
        lines = ["region = eu-central-1"] + ([f"retry_mode = {mode}"] if mode else []) + ([f"max_attempts = {tries}"] if tries else [])
        return "\n".join(["[default]"] + draw.sample(lines, len(lines))) + "\n", tries
    lines = ([f"AWS_RETRY_MODE={mode}"] if mode else []) + ([f"export AWS_MAX_ATTEMPTS={tries}"] if tries else [])
    return "\n".join(lines) + "\n", tries


def main(errctl):
    counts = {"tries": 0, "tried again": 0, "refused by the quota": 0, "completed": 0}
    shares = []
    for seed in range(RUNS):
        draw = random.Random(seed)
        text, tries = settings(draw)
        Config(retries={"total_max_attempts": tries or 3, "mode": "standard"})
        records, expected = run(draw, tries)
        found = resolutions(errctl, "config", text, records)
        assert len(found) == len(expected), f"seed {seed}: {len(found)} resolutions, not {len(expected)}"
        errors = [record for record in records if "completed" not in record]
        counts["tries"] += len(errors)
        counts["completed"] += len(records) - len(errors)
        for record, resolution, delays in zip(errors, found, expected, strict=True):
            message = f"seed {seed}: {record}\nbotocore: {delays}\nerrctl: {resolution}\n{text}"
            assert (resolution["evaluation"] == "retry") == (delays is not None), message
            counts["refused by the quota"] += resolution.get("ended") == "quota"
            if delays is None:
                continue
            counts["tried again"] += 1
            shortest, longest = delays
            assert shortest - 0.0006 <= resolution["retry"]["delay"] <= longest + 0.0006, message
            if longest - shortest > 0.01:
                shares.append((resolution["retry"]["delay"] - shortest) / (longest - shortest))
    assert all(count > RUNS / 2 for count in counts.values()), counts
    assert 0.4 < sum(shares) / len(shares) < 0.6, "drawn from all of the range"
    print(f"botocore: {RUNS} clients' settings, " + ", ".join(f"{count} {name}" for name, count in counts.items()))


main(sys.argv[1])
