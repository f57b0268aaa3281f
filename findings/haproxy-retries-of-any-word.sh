#!/usr/bin/env bash
# HAProxy takes any word for a number of retries, and mostly for none.
#
# Version: HAProxy 2.6.12 (Debian 12).
#
# A backend that refuses every connection; `rc` is the number of retries in HAProxy's own log:
#
#   retries        haproxy -c   rc
#   (none)         valid         3
#   retries 2      valid         2
#   retries 3x     valid         3
#   retries abc    valid         0
#   retries -1     valid         0
#   retries 2 5    rejected
#
# There is no warning, although HAProxy warns of wrong units in the line above (`timeout connect`) and rejects a word
# too many. So a placeholder that nobody filled in, or a unit (`retries three`), switches off the retries that are
# there without the line: a refused connection that three more tries would have healed is a 503.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download 'haproxy=2.6.12*' >/dev/null 2>&1 || { echo "haproxy 2.6.12 cannot be had from Debian here"; exit 77; }
dpkg-deb -x haproxy_*.deb root
ldd root/usr/sbin/haproxy | grep -q 'not found' && { echo "haproxy's libraries are missing: apt-get install haproxy"; exit 77; }
root/usr/sbin/haproxy -v 2>&1 | sed -n '1s, - .*,,p'
cat >retries.py <<'PY'
import re, socket, subprocess, time, urllib.error, urllib.request


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


for line in ("", "retries 2", "retries 3x", "retries abc", "retries -1", "retries 2 5"):
    port, refused = free(), free()
    with open("haproxy.cfg", "w") as file:
        file.write(f"""
global
  log stdout format raw local0
defaults
  mode http
  log global
  log-format "rc=%rc"
  timeout connect 50ms
  timeout client 2s
  timeout server 2s
  {line}
listen shop
  bind 127.0.0.1:{port}
  server a 127.0.0.1:{refused}
""")
    check = subprocess.run(["root/usr/sbin/haproxy", "-c", "-f", "haproxy.cfg"], capture_output=True, text=True)
    if check.returncode:
        print(line, "rejected")
        continue
    said = "warned" if "WARNING" in check.stdout + check.stderr else "valid"
    server = subprocess.Popen(
        ["root/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.05)
    logged = next(found for found in map(re.compile(r"rc=(\d+)").match, server.stdout) if found)
    server.terminate()
    print(line or "none", said, logged[1])
PY
timeout 100 python3 retries.py >seen
cat seen
diff - seen <<'TEXT'
none valid 3
retries 2 valid 2
retries 3x valid 3
retries abc valid 0
retries -1 valid 0
retries 2 5 rejected
TEXT
echo "as stated"
