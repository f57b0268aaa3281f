"""What the page says in words beside its tables."""

import tenacity

from clients import CLIENTS, STATUSES, anthropic_of, boto3_client, openai_of, requests_of, tenacity_of, urllib3, urllib3_of
from stage import DOWN, UP, Failure, lowest, run


def retry(**settings):
    return urllib3.util.Retry(total=3, status_forcelist=STATUSES, **settings)


def failing(error):
    """A call that has an answer and fails at it."""

    def call(method, url):
        CLIENTS["requests"]["default"](method, url)
        raise error

    return call


def check_claims():
    """Checks each claim, and returns their number."""
    down, busy, sent, refused = Failure("", status=503), Failure("", status=429), Failure("", "POST", 503), Failure("")
    assert (down.url, refused.url) == (UP, DOWN)
    openai, boto3 = CLIENTS["openai"]["default"], CLIENTS["boto3"]["default"]

    def tries(call, failure):
        return len(run(call, failure, lowest())[0]) + 1

    def asked(status, name, value):
        return Failure("", status=status, headers={name: value})

    shared = boto3_client(UP)
    outage = [tries(lambda *_: shared.list_functions(), down) for _ in range(20)]
    stopped = tenacity.stop_after_attempt(4)
    error = run(requests_of(max_retries=retry()), down, lowest())[1]
    claims = {
        "urllib3: allowed_methods=None adds POST": tries(urllib3_of(retries=retry(allowed_methods=None)), sent) == 4,
        "urllib3: at most six hours": run(urllib3_of(), asked(503, "Retry-After", "86400"), lowest())[0] == [21600] * 3,
        "requests: a RetryError has no response": error.response is None,
        "requests: raise_on_status=False": run(requests_of(max_retries=retry(raise_on_status=False)), down, lowest())[1] is None,
        "tenacity: a TypeError": tries(lambda method, url: tenacity.Retrying(stop=stopped)(failing(TypeError()), method, url), down) == 4,
        "tenacity: reraise": not isinstance(run(tenacity_of(stop=stopped, reraise=True), down, lowest())[1], tenacity.RetryError),
        "boto3: its own header": run(boto3, asked(503, "x-amz-retry-after", "600000"), lowest())[0] == [5, 5],
        "boto3: calls of one client in an outage": outage == [3] * 17 + [2, 1, 1],
        "two layers": tries(lambda method, url: tenacity.Retrying(stop=stopped)(openai, method, url), down) == 12,
        "the inner one off": tries(lambda method, url: tenacity.Retrying(stop=stopped)(openai_of(max_retries=0), method, url), busy) == 4,
        "openai: two minutes": (tries(openai, asked(429, "Retry-After", "120")), tries(openai, asked(429, "Retry-After", "121"))) == (3, 1),
    }
    for name, client in {"openai": openai, "anthropic": anthropic_of()}.items():
        claims[f"{name}: x-should-retry: true"] = tries(client, asked(400, "x-should-retry", "true")) == 3
        claims[f"{name}: x-should-retry: false"] = tries(client, asked(503, "x-should-retry", "false")) == 1
    wrong = [name for name, holds in claims.items() if not holds]
    assert not wrong, wrong
    return len(claims)
