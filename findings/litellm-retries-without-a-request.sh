#!/usr/bin/env bash
# LiteLLM's Router waits for tries that make no request, and what it raises then is not the provider's error.
#
# Version: litellm 1.110.2.
#
# A provider on loopback that always fails in the same way, num_retries 3; the Router's delays are noted, not slept:
#
#   deployments       answer  retry_policy                     requests  delays  raised
#   1                 401     (none)                                  1       0  AuthenticationError
#   1                 401     AuthenticationErrorRetries: 3           1       4  RouterRateLimitError
#   1                 404     NotFoundErrorRetries: 3                 1       4  RouterRateLimitError
#   2                 429     (none)                                  2       1  RateLimitError
#   2, the same ones  429     (none)                                  1       0  RateLimitError
#   1                 500     (none)                                  4       4  InternalServerError
#
# The first 401 or 404 leaves out the group's only deployment for 5 s, so the retries that a policy grants find none. They wait all
# the same, once more behind the last, and the caller is told of a rate limit (429) instead of a wrong key. Two deployments with the
# same parameters and no id are one that is left out as a whole, so a second key of the same name is no second chance.
#
# And `litellm.fallbacks` grows: each Router that is made appends `default_fallbacks` to that list, which is the caller's own.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q litellm==1.110.2 2>/dev/null || { echo "litellm 1.110.2 cannot be had here"; exit 77; }
cat >"$work/retries.py" <<'PY'
import asyncio, http.server, logging, os, threading

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", NO_PROXY="127.0.0.1")
import litellm
from litellm.router_python_host import PythonHost

asked, delays = [], []


class Provider(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        asked.append(self.path)
        body = b'{"error": {"message": "as planned", "type": "error", "code": null}}'
        self.send_response(int(self.path.split("/")[1]))
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


logging.disable(logging.CRITICAL)
litellm.suppress_debug_info = True
PythonHost.sleep = lambda _, seconds: delays.append(seconds) or asyncio.sleep(0)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()


def ask(count, same, status, policy):
    asked.clear(), delays.clear()
    base = f"http://127.0.0.1:{server.server_address[1]}/{status}"
    models = [
        {"model_name": "chat", "litellm_params": {"model": "openai/m", "api_key": "k", "api_base": base if same else f"{base}/{number}"}}
        for number in range(count)
    ]

    async def run():
        router = litellm.Router(model_list=models, num_retries=3, retry_policy=policy)
        await router.acompletion(model="chat", messages=[{"role": "user", "content": "x"}])

    try:
        asyncio.run(run())
    except Exception as error:
        print(f"{count}{', the same ones' if same else '':15}  {status}  {str(policy or '(none)'):33} {len(asked)} {len(delays)} {type(error).__name__}")
        return len(asked), len(delays), type(error).__name__


found = [
    ask(1, False, 401, None), ask(1, False, 401, {"AuthenticationErrorRetries": 3}), ask(1, False, 404, {"NotFoundErrorRetries": 3}),
    ask(2, False, 429, None), ask(2, True, 429, None), ask(1, False, 500, None),
]
litellm.fallbacks, litellm.default_fallbacks = [{"chat": ["other"]}], ["other"]
for _ in range(3):
    litellm.Router(model_list=[{"model_name": "chat", "litellm_params": {"model": "openai/m", "api_key": "k"}}])
print("litellm.fallbacks behind three Routers:", litellm.fallbacks)
stated = [
    (1, 0, "AuthenticationError"), (1, 4, "RouterRateLimitError"), (1, 4, "RouterRateLimitError"), (2, 1, "RateLimitError"),
    (1, 0, "RateLimitError"), (4, 4, "InternalServerError"),
]
is_so = found == stated and litellm.fallbacks.count({"*": ["other"]}) == 3
print("as stated" if is_so else f"not as stated: {found}")
raise SystemExit(0 if is_so else 1)
PY
"$work/venv/bin/python" "$work/retries.py"
