#!/usr/bin/env bash
# LiteLLM's class for a status depends on the provider, and one status is lost.
#
# Version: litellm 1.110.2.
#
# The same answer of a provider on loopback, raised by litellm.completion:
#
#   answer  openai/ (also groq/, azure/, mistral/, deepseek/)  anthropic/
#   403     APIError, status_code 403                          PermissionDeniedError, status_code 403
#   409     APIError, status_code 409                          BadRequestError, status_code 409
#   413     APIError, status_code 413                          BadRequestError, status_code 400
#
# So `except litellm.PermissionDeniedError` catches Anthropic's refusals and nobody else's, `except litellm.APIError` takes refusals, conflicts
# and requests that are too large for an outage, and Anthropic's “request too large” is told from a malformed request by its text alone.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q litellm==1.110.2 2>/dev/null || { echo "litellm 1.110.2 cannot be had here"; exit 77; }
cat >"$work/classes.py" <<'PY'
import http.server, os, threading

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", NO_PROXY="127.0.0.1")
import litellm


class Provider(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"type": "error", "error": {"message": "as planned", "type": "error", "code": null}}'
        self.send_response(int(self.path.split("/")[1]))
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


litellm.suppress_debug_info = True
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
for model in "openai", "groq", "azure", "mistral", "deepseek", "anthropic":
    for status in 403, 409, 413:
        address = f"http://127.0.0.1:{server.server_port}/{status}"
        version = {"api_version": "2024-06-01"} if model == "azure" else {}
        try:
            messages = [{"role": "user", "content": "x"}]
            litellm.completion(f"{model}/m", api_key="k", api_base=address, messages=messages, max_retries=0, **version)
        except Exception as error:
            print(f"{model} {status}: {type(error).__name__} {error.status_code}")
PY
"$work/venv/bin/python" "$work/classes.py" 2>/dev/null >"$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN' && echo "as stated"
openai 403: APIError 403
openai 409: APIError 409
openai 413: APIError 413
groq 403: APIError 403
groq 409: APIError 409
groq 413: APIError 413
azure 403: APIError 403
azure 409: APIError 409
azure 413: APIError 413
mistral 403: APIError 403
mistral 409: APIError 409
mistral 413: APIError 413
deepseek 403: APIError 403
deepseek 409: APIError 409
deepseek 413: APIError 413
anthropic 403: PermissionDeniedError 403
anthropic 409: BadRequestError 409
anthropic 413: BadRequestError 400
SEEN
