#!/usr/bin/env bash
# Two layers of retries that neither multiply nor replace each other: they add up, and 0 is not the same as “never”.
#
# Versions: openai-agents 0.24.0 on openai 3.57.0; Python 3.11.
#
# The client of openai tries again twice by itself: 3 requests for a 500. openai-agents has retries of its own since
# 2026 (ModelSettings.retry). A server on loopback answers each request with 500, or with 400. Requests for one run,
# through chat completions and through responses alike:
#
#   ModelRetrySettings                       500   400
#   none                                       3     1
#   max_retries=2, a policy that says yes      5     3     (not 9, not 3)
#   max_retries=5, a policy that says yes      8     6     (not 18, not 6)
#   max_retries=0, a policy that says yes      1     1     (the client's own two retries are off)
#   max_retries=3, policy never()              3     1     (the client's own two retries stay)
#   max_retries=2, no policy                   3     1     (the same: max_retries alone does nothing)
#
# The client keeps its retries for the first try only; each try that the runner adds is one request. So the worst case
# is a sum, 3 + max_retries; whoever multiplies the layers, as with LangGraph above the same client, is wrong by a
# factor; and to have no retries at all takes max_retries=0 with a policy, not the policy never().
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openai-agents==0.24.0 openai==3.57.0
cat >"$work/layers.py" <<'PY'
import asyncio, http.server, json, logging, threading

from agents import Agent, ModelRetrySettings, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel
from agents import RunConfig, Runner, retry_policies
from openai import AsyncOpenAI

logging.disable(logging.CRITICAL)
BODY = json.dumps({"error": {"message": "no", "type": "server_error"}}).encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests += 1
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_):
        pass


def always(context):
    return True


fast = {"initial_delay": 0.01}
SETTINGS = {
    "none": None,
    "2 yes": ModelRetrySettings(max_retries=2, backoff=fast, policy=always),
    "5 yes": ModelRetrySettings(max_retries=5, backoff=fast, policy=always),
    "0 yes": ModelRetrySettings(max_retries=0, backoff=fast, policy=always),
    "3 never": ModelRetrySettings(max_retries=3, backoff=fast, policy=retry_policies.never()),
    "2 alone": ModelRetrySettings(max_retries=2, backoff=fast),
}


async def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = AsyncOpenAI(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none")
    for name, retry in SETTINGS.items():
        counts = []
        for model in (OpenAIChatCompletionsModel, OpenAIResponsesModel):
            for server.status in (500, 400):
                server.requests = 0
                settings = ModelSettings(retry=retry) if retry else ModelSettings()
                agent = Agent(name="a", model=model(model="m", openai_client=client), model_settings=settings)
                try:
                    await Runner.run(agent, "hello", run_config=RunConfig(tracing_disabled=True))
                except Exception:
                    pass
                counts.append(server.requests)
        print(name, *counts)


asyncio.run(main())
PY
timeout 200 "$work/venv/bin/python" "$work/layers.py" >"$work/seen" 2>/dev/null
cat "$work/seen"
diff - "$work/seen" <<'TEXT'
none 3 1 3 1
2 yes 5 3 5 3
5 yes 8 6 8 6
0 yes 1 1 1 1
3 never 3 1 3 1
2 alone 3 1 3 1
TEXT
echo "as stated"
