#!/usr/bin/env bash
# Conditions for another try, on two lines: nginx adds them up, HAProxy forgets the first.
#
# Versions: nginx 1.22.1, HAProxy 2.6.12 (Debian 12).
#
# Two servers behind the proxy answer each GET with 503. How many requests they get for one of a client:
#
#   nginx     proxy_next_upstream http_503                       2
#             error, and below it http_503                       2
#             http_503, and below it error                       2
#             http_503, and below it off                         1
#             off, and below it http_503                         1
#             http_503 in the server, error in the location      1
#   HAProxy   retry-on 503                                       2
#             conn-failure, and below it 503                     2
#             503, and below it conn-failure                     1
#             none, and below it 503                             2
#
# In one block, nginx joins the lines, and `off` wins over all of them wherever it stands; only a block inside another
# replaces what it says. In HAProxy the last line counts, also behind `none`. Neither warns. So a line that somebody adds
# below the one in use widens nginx's retries and takes HAProxy's away.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$work"
for package in 'nginx=1.22.1*' 'haproxy=2.6.12*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1; do
  apt-get download "$package" >/dev/null 2>&1 || { echo "$package cannot be had from Debian here"; exit 77; }
done
for file in ./*.deb; do dpkg-deb -x "$file" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$work/root" -name 'liblua5.3.so.0' -o -name 'liblua5.3-c++.so.0' | head -n 1)")
export LD_LIBRARY_PATH
for program in root/usr/sbin/nginx root/usr/sbin/haproxy; do
  ldd "$program" | grep -q 'not found' && { echo "libraries of $program are missing"; exit 77; }
done
root/usr/sbin/nginx -v 2>&1
root/usr/sbin/haproxy -v | sed -n '1s, - .*,,p'
cat >lines.py <<'PY'
import http.server, os, socket, subprocess, threading, time, urllib.error, urllib.request


class Failing(http.server.BaseHTTPRequestHandler):
    requests = 0

    def do_GET(self):
        Failing.requests += 1
        self.send_response(503)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing) for _ in range(2)]
for server in servers:
    threading.Thread(target=server.serve_forever, daemon=True).start()
first, second = (server.server_address[1] for server in servers)


def tries(command, port):
    """How often the servers are asked for one request."""
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            Failing.requests = 0
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
            except urllib.error.HTTPError:
                return Failing.requests
            except OSError:
                time.sleep(0.05)
    finally:
        proxy.terminate()
        proxy.wait()


def nginx(outer, inner):
    port = free()
    with open("nginx.conf", "w") as file:
        file.write(f"""daemon off; master_process off; pid {os.getcwd()}/pid; error_log /dev/null;
events {{}}
http {{
  access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  upstream shop {{ server 127.0.0.1:{first} max_fails=0; server 127.0.0.1:{second} max_fails=0; }}
  server {{ listen 127.0.0.1:{port}; {outer} location / {{ proxy_pass http://shop; {inner} }} }}
}}""")
    return tries(["root/usr/sbin/nginx", "-p", os.getcwd(), "-c", f"{os.getcwd()}/nginx.conf"], port)


def haproxy(*conditions):
    port = free()
    lines = "\n".join(f"  retry-on {condition}" for condition in conditions)
    with open("haproxy.cfg", "w") as file:
        file.write(f"""defaults
  mode http
  timeout connect 1s
  timeout client 5s
  timeout server 5s
  retries 1
{lines}
listen shop
  bind 127.0.0.1:{port}
  server a 127.0.0.1:{first}
  server b 127.0.0.1:{second}
""")
    return tries(["root/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg"], port)


def line(*conditions):
    return " ".join(f"proxy_next_upstream {condition};" for condition in conditions)


for conditions in (("http_503",), ("error", "http_503"), ("http_503", "error"), ("http_503", "off"), ("off", "http_503")):
    print("nginx", ", ".join(conditions), nginx("", line(*conditions)))
print("nginx http_503 outside, error inside", nginx(line("http_503"), line("error")))
for conditions in (("503",), ("conn-failure", "503"), ("503", "conn-failure"), ("none", "503")):
    print("HAProxy", ", ".join(conditions), haproxy(*conditions))
PY
timeout 200 python3 lines.py >seen
cat seen
diff - seen <<'TEXT'
nginx http_503 2
nginx error, http_503 2
nginx http_503, error 2
nginx http_503, off 1
nginx off, http_503 1
nginx http_503 outside, error inside 1
HAProxy 503 2
HAProxy conn-failure, 503 2
HAProxy 503, conn-failure 1
HAProxy none, 503 2
TEXT
echo "as stated"
