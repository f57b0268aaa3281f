"""Drives the server over HTTP, and replays what it recorded: usage: check.py ORDERS ERRCTL"""

import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
RULES = HERE / "rules.yaml"
SEED = "7"


def ask(url, method="GET"):
    request = urllib.request.Request(url, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.headers, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


def expect(said, what):
    if not said:
        raise SystemExit(f"Server: {what}")


def drive(base, warehouse):
    """What the rules say is what a client is told. Returns each order's status."""
    status, headers, body = ask(f"{base}/orders/900")
    expect(status == 404 and headers["Content-Type"] == "application/problem+json", f"an unknown order: {status} {body}")
    expect(body["type"].endswith("/unknown-order") and body["title"] == "There is no such order", f"an unknown order: {body}")
    status, _, body = ask(f"{base}/orders?quantity=11", "POST")
    expect(status == 422 and "11" in body["detail"], f"too many: {status} {body}")
    status, _, body = ask(f"{base}/nowhere")
    expect(status == 404 and body["title"] == "This request can't be answered", f"an unknown path: {status} {body}")
    status, _, body = ask(f"{base}/orders/x")
    expect(status == 400 and body["status"] == 400, f"an id that is none: {status} {body}")

    outcomes = {}
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for order, (status, headers, body) in zip(range(1, 61), pool.map(lambda n: ask(f"{base}/orders/{n}"), range(1, 61))):
            outcomes.setdefault(status, []).append(order)
            if status == 200:
                expect(body["id"] == order and body.get("inStock") in (None, order * 3), f"order {order}: {body}")
            elif status == 503:
                expect(headers["Retry-After"] == "30" and body["title"] == "The warehouse does not answer", f"order {order}: {body}")
            else:
                expect(status == 500 and "errorId" in body, f"order {order}: {status} {body}")
    expect(set(outcomes) == {200, 500, 503}, f"the warehouse's plan shows {sorted(outcomes)}")

    def together(orders):
        """Requests at once for orders that the warehouse has."""
        with concurrent.futures.ThreadPoolExecutor(len(orders)) as pool:
            return list(pool.map(lambda n: ask(f"{base}/orders/{n}"), orders))

    good = (outcomes[200] * 10)[:10]
    _, _, tokens = ask(f"{warehouse}/session/expire", "POST")
    expect(tokens["sessions"] == 1 and tokens["refreshes"] == 0, f"a session at the start: {tokens}")
    statuses = [status for status, _, _ in together(good)]
    expect(statuses == [200] * 10, f"ten requests with an expired token: {statuses}")
    _, _, tokens = ask(f"{warehouse}/session/end", "POST")
    expect(tokens["sessions"] == 1 and tokens["refreshes"] == 1, f"one refresh for ten requests: {tokens}")
    status, headers, body = ask(f"{base}/orders/{good[0]}")
    expect(status == 503 and body["title"] == "The warehouse ended our session", f"a refresh that fails: {status} {body}")
    status, _, body = ask(f"{base}/orders/{good[0]}")
    expect(status == 200, f"a new session after it: {status} {body}")
    _, _, tokens = ask(f"{warehouse}/session/expire", "POST")
    expect(tokens["sessions"] == 2 and tokens["refreshes"] == 1, f"two sessions, one refresh: {tokens}")


def main(orders, errctl):
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([orders, RULES, folder, SEED], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            line = server.stdout.readline()
            expect(line.startswith("the warehouse listens on "), f"it does not listen: {line!r}")
            warehouse = line.split()[-1]
            line = server.stdout.readline()
            expect(line.startswith("listening on "), f"it does not listen: {line!r}")
            drive(line.split()[-1], warehouse)
        finally:
            server.terminate()
            server.wait(60)
        expect(server.returncode == 0, f"it ended with {server.returncode}")
        records = pathlib.Path(folder, "recording.ndjson").read_text().splitlines()
        answered = pathlib.Path(folder, "resolutions.ndjson").read_text().splitlines()
        replayed = subprocess.run(
            [errctl, "replay", RULES, f"{folder}/recording.ndjson", "--seed", SEED, "--resolutions", "-"],
            capture_output=True, text=True,
        )
        expect(replayed.returncode == 0, f"errctl replay: {replayed.stderr}")
        again = replayed.stdout.splitlines()
        expect(len(records) == len(answered) == len(again) > 40, f"{len(records)} records, {len(answered)} answers, {len(again)} replayed")
        for record, then, now in zip(records, answered, again):
            expect(then == now, f"answered otherwise\n  record   {record}\n  then     {then}\n  replayed {now}")
        evaluations = [json.loads(line)["evaluation"] for line in answered]
        expect({"retry", "cancel", "proceed", "abort"} == set(evaluations), f"evaluations {set(evaluations)}")
        performed = [json.loads(line).get("performed") for line in records]
        expect(["ok"] in performed and ["failed"] in performed, "the recording says how refreshes ended")
        print(f"Server: {len(records)} errors answered as errctl replays them, {evaluations.count('retry')} of them tried again")


main(*sys.argv[1:])
