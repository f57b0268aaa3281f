#!/usr/bin/env python3
"""Producers run here, each with errors that are known, beside what errctl reads in their logs.

    Tests/EndToEnd/Producers/run.py ERRCTL ROOT [PRODUCER ...]

ROOT has the programs of packages.txt, unpacked; requirements.txt is installed where this Python runs. Each producer is asked
for one error after the other, and ended before its log is read.
"""

import collections
import contextlib
import datetime
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import check

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "Programs"
ROOT = pathlib.Path(sys.argv[2]).resolve()
CLOSED = "127.0.0.1:1"  # nothing listens there
PRODUCERS = {}


class Missing(Exception):
    """A program that is neither installed nor unpacked."""


def producer(function):
    """A function of a folder to work in: it gives its version, and yields logs with what is to be read in them."""
    PRODUCERS[function.__name__.replace("_", "-")] = function
    return function


def program(path):
    for found in (ROOT / path, pathlib.Path("/") / path):
        if found.exists():
            return found
    raise Missing(path)


def environment(**more):
    """Without the surrounding one's settings: the same time zone and language everywhere."""
    libraries = ":".join(str(ROOT / folder) for folder in ("usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"))
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": "/nonexistent", "TZ": "UTC", "LC_ALL": "C.UTF-8", "LD_LIBRARY_PATH": libraries, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"} | more


def output(*command, **options):
    result = subprocess.run(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), text=True, timeout=60, **options
    )
    return result.stdout


def version(*command):
    return re.search(r"\d+\.\d+[\w.]*", output(*command)).group()


def package(name):
    return output(sys.executable, "-c", f"import importlib.metadata as m; print(m.version('{name}'))").strip()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(holds, process, what):
    """Waits until something holds, at most two minutes, while the process runs."""
    for _ in range(6000):
        if holds():
            return
        if process.poll() is not None:
            raise RuntimeError(f"it ended with {process.returncode} before {what}")
        time.sleep(0.02)
    raise RuntimeError(f"waited in vain: {what}")


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def running(log, *command, port=None, stop=signal.SIGTERM, env=None, **options):
    """A program whose output is its log, from when it listens until it has ended."""
    with open(log, "wb") as file:
        process = subprocess.Popen(list(map(str, command)), stdout=file, stderr=file, env=env or environment(), **options)
    try:
        if port:
            until(lambda: listens(port), process, f"it listens at {port}")
        yield process
        process.send_signal(stop)
        process.wait(30)
    except Exception:
        print(pathlib.Path(log).read_text(errors="replace")[-2000:], file=sys.stderr)
        raise
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def ask(process, port, log, *paths, line="{} HTTP"):
    """Requests one path after the other, each when the log has the line of the one before."""
    for path in paths:
        with contextlib.suppress(urllib.error.HTTPError, ConnectionError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30).read()
        told = line.format(path)
        until(lambda: log.exists() and told in log.read_text(), process, f"its log has “{told}”")


def serve(work, port, *command, paths, line="{} HTTP"):
    """The log of a server that was asked for some paths."""
    log = work / "log"
    with running(log, *command, port=port, cwd=PROGRAMS) as process:
        ask(process, port, log, *paths, line=line)
    return log


Expected = collections.namedtuple("Expected", "log format errors untimed rejected", defaults=(0, 0))


# --- from PyPI --------------------------------------------------------------------------------------------


@producer
def gunicorn(work):
    port = free_port()
    command = (sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "--access-logfile", "-", "--no-control-socket", "web:wsgi")
    log = serve(work, port, *command, paths=["/ok", "/bad", "/cause"])
    yield Expected(log, "python-text", {"500": 2, "ValueError": 1, "RuntimeError(ValueError)": 1})
    return package("gunicorn")


@producer
def uvicorn(work):
    port = free_port()
    log = serve(work, port, sys.executable, "-m", "uvicorn", "--port", port, "web:asgi", paths=["/ok", "/bad", "/group", "/cause"])
    errors = {"ValueError": 1, "ExceptionGroup(KeyError KeyError)": 1, "RuntimeError(ValueError)": 1}
    yield Expected(log, "plain", errors, untimed=3)
    return package("uvicorn")


@producer
def flask(work):
    port = free_port()
    log = serve(work, port, sys.executable, "-m", "flask", "--app", "flasks", "run", "-p", port, paths=["/ok", "/bad", "/a/b"])
    # It warns that it is a development server; what it says at its start has no level.
    errors = {"warning": 1, "ValueError": 1, "500": 1, "404": 1}
    yield Expected(log, "access", errors, untimed=1, rejected=4)
    return package("flask")


@producer
def django(work):
    port = free_port()
    command = (sys.executable, "djangos.py", "runserver", "--noreload", f"127.0.0.1:{port}")
    log = serve(work, port, *command, paths=["/ok", "/bad", "/denied", "/busy", "/none"])
    # Each failed request is told twice, by its reason without a time and as a line of access; and the server warns.
    errors = {"warning": 2, "error": 1, "ValueError": 1, "django.core.exceptions.PermissionDenied": 1}
    statuses = {"500": 1, "403": 1, "503": 1, "404": 1}
    yield Expected(log, "django", errors | statuses, untimed=5, rejected=8)
    return package("django")


@producer
def tornado(work):
    port = free_port()
    log = serve(work, port, sys.executable, "tornados.py", port, paths=["/ok", "/bad", "/busy", "/0"], line=" GET {} (127.0.0.1) ")
    # The exception, its 500; the reason of the 503, and the 503; the 404.
    yield Expected(log, "text", {"ValueError": 1, "500": 1, "503": 2, "404": 1})
    return package("tornado")


@producer
def celery(work):
    log, files = work / "log", work / "files"
    files.mkdir()
    env = environment(CELERY_FILES=str(files))
    subprocess.run([sys.executable, "tasks.py"], cwd=PROGRAMS, env=env, check=True)
    command = (sys.executable, "-m", "celery", "-A", "tasks", "worker", "-P", "solo", "-l", "INFO", "--without-mingle", "--without-gossip")
    with running(log, *command, cwd=PROGRAMS, env=env) as worker:
        until(lambda: log.read_text().count("raised unexpected") == 2 and "ConnectionError: gateway" in log.read_text(), worker, "the tasks")
    # It warns of its transport's host as often as it says so, and prints a banner.
    warnings = log.read_text().count("No hostname was supplied")
    yield Expected(log, "python-text", {"warning": warnings, "ValueError": 1, "ConnectionError": 1}, rejected=40)
    return package("celery")


def logged(work, name, form):
    log = work / f"{name}.{form}"
    log.write_text(output(sys.executable, "loggers.py", name, form, cwd=PROGRAMS))
    return log


SAID = {"warning": 1, "error": 1, "KeyError": 1, "RuntimeError(ConnectionError)": 1}


@producer
def structlog(work):
    yield Expected(logged(work, "structlog", "json"), "structlog", SAID)
    yield Expected(logged(work, "structlog", "console"), "structlog-text", SAID)
    return package("structlog")


@producer
def loguru(work):
    yield Expected(logged(work, "loguru", "json"), "loguru", SAID)
    yield Expected(logged(work, "loguru", "text"), "python-text", SAID)
    return package("loguru")


@producer
def python_json_logger(work):
    yield Expected(logged(work, "python", "json"), "python", SAID)
    yield Expected(logged(work, "python", "text"), "python-text", SAID)
    return package("python-json-logger")


# --- from Debian ------------------------------------------------------------------------------------------


@producer
def nginx(work):
    port, nginx = free_port(), program("usr/sbin/nginx")
    places = "\n".join(f"{kind}_temp_path {work}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (work / "conf").write_text(f"""
        {"user root;" if os.getuid() == 0 else ""} daemon off; pid {work}/pid; error_log {work}/error.log; events {{}}
        http {{
          {places} root {work};
          log_format json escape=json '{{"time":"$time_iso8601","status":$status,"method":"$request_method","path":"$uri"}}';
          access_log {work}/access.log combined; access_log {work}/access.json json;
          server {{
            listen 127.0.0.1:{port};
            location /busy {{ return 503; }}
            location /closed {{ proxy_pass http://{CLOSED}; }}
          }}
        }}""")
    with running(work / "log", nginx, "-p", work, "-e", work / "error.log", "-c", work / "conf", port=port) as process:
        ask(process, port, work / "access.log", "/conf", "/busy", "/closed", "/none")
    yield Expected(work / "access.log", "access", {"503": 1, "502": 1, "404": 1})
    yield Expected(work / "access.json", "access-json", {"503": 1, "502": 1, "404": 1})
    yield Expected(work / "error.log", "nginx-error", {"error": 2})  # the refused connection, the missing file
    return version(nginx, "-v")


@producer
def apache(work):
    port, apache = free_port(), program("usr/sbin/apache2")
    modules = program("usr/lib/apache2/modules")
    names = ("mpm_event", "authz_core", "alias", "proxy", "proxy_http")
    loaded = "\n".join(f"LoadModule {name}_module {modules}/mod_{name}.so" for name in names)
    user = "User nobody\nGroup nogroup" if os.getuid() == 0 else ""
    (work / "conf").write_text(f"""
        {loaded}
        {user}
        ServerRoot {work}
        ServerName localhost
        Listen 127.0.0.1:{port}
        PidFile {work}/pid
        DefaultRuntimeDir {work}
        ErrorLog {work}/error.log
        LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{{Referer}}i\\" \\"%{{User-Agent}}i\\"" combined
        CustomLog {work}/access.log combined
        DocumentRoot {work}
        <Location /denied>
          Require all denied
        </Location>
        Redirect 503 /busy
        ProxyPass /closed http://{CLOSED}/
        """)
    with running(work / "log", apache, "-X", "-f", work / "conf", port=port) as process:
        ask(process, port, work / "access.log", "/conf", "/denied", "/busy", "/closed", "/none")
    yield Expected(work / "access.log", "access", {"403": 1, "503": 2, "404": 1})
    # The refused client; the refused connection, told twice. Notices of its start and end are no errors.
    yield Expected(work / "error.log", "apache-error", {"AH01630": 1, "AH00957": 1, "AH01114": 1})
    return version(apache, "-v")


@producer
def haproxy(work):
    port, haproxy = free_port(), program("usr/sbin/haproxy")
    (work / "conf").write_text(f"""
        global
          log stdout format raw local0
        defaults
          mode http
          log global
          option httplog
          option dontlognull
          retries 0
          timeout connect 1s
          timeout client 9s
          timeout server 9s
        frontend shop
          bind 127.0.0.1:{port}
          http-request deny if {{ path /denied }}
          default_backend closed
        backend closed
          server one {CLOSED}
        """.replace("\n        ", "\n"))
    with running(work / "log", haproxy, "-db", "-f", work / "conf", port=port) as process:
        ask(process, port, work / "log", "/x", "/denied", "/y")
    yield Expected(work / "log", "haproxy", {"503": 2, "403": 1})
    return version(haproxy, "-v")


@producer
def caddy(work):
    port, caddy = free_port(), program("usr/bin/caddy")
    (work / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n\nhttp://127.0.0.1:{port} {{\n\tlog\n\trespond /busy 503\n\trespond /ok 200\n\treverse_proxy /closed {CLOSED}\n}}\n")
    env = environment(HOME=str(work), XDG_DATA_HOME=str(work), XDG_CONFIG_HOME=str(work))
    with running(work / "log", caddy, "run", "--config", work / "Caddyfile", port=port, env=env) as process:
        ask(process, port, work / "log", "/ok", "/busy", "/closed", line='"uri":"{}"')
    # The two requests, and why the connection failed, which Caddy tells apart; warnings of its start and end.
    yield Expected(work / "log", "json", {"503": 1, "502": 2, "warning": 2})
    return version(caddy, "version")


@producer
def uwsgi(work):
    port, uwsgi = free_port(), program("usr/bin/uwsgi-core")
    plugins = program("usr/lib/uwsgi/plugins")
    command = (uwsgi, "--plugins-dir", plugins, "--plugin", "python311", "--http-socket", f"127.0.0.1:{port}", "--module", "web:wsgi", "--die-on-term")
    log = serve(work, port, *command, paths=["/ok", "/bad"], line="GET {} =>")
    text = log.read_text()
    log.write_text(text[text.index("spawned uWSGI worker") :])  # what it says before has no structure
    yield Expected(log, "access-other", {"500": 1, "ValueError": 1}, untimed=1, rejected=4)
    return version(uwsgi, "--version")


@producer
def redis(work):
    port, redis = free_port(), program("usr/bin/redis-server")
    with running(work / "log", redis, "--port", port, "--save", "", "--dir", work, port=port):
        with socket.create_connection(("127.0.0.1", port), 5) as client:
            client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n\r\n")
            client.recv(1)
    lines = (work / "log").read_text().splitlines()
    warnings = [line for line in lines if re.match(r"\d+:[A-Z] [^#*]* # ", line)]  # Redis's sign
    assert any("SECURITY ATTACK" in line for line in warnings), lines
    # What the handler of the signal says has another form.
    yield Expected(work / "log", "redis", {"warning": len(warnings)}, rejected=1)
    return version(redis, "--version")


@producer
def php(work):
    php = program("usr/bin/php8.2")
    log = work / "log"
    output(php, "-n", "-d", "log_errors=1", "-d", "display_errors=0", "-d", f"error_log={log}", PROGRAMS / "page.php")
    yield Expected(log, "php", {"warning": 2, "LogicException(RuntimeException)": 1})
    return version(php, "-n", "-v")


@producer
def php_fpm(work):
    fpm = program("usr/sbin/php-fpm8.2")
    user = "user = root\ngroup = root\n" if os.getuid() == 0 else ""
    (work / "conf").write_text(f"[global]\nerror_log = {work}/log\n[www]\n{user}listen = 192.0.2.1:9\npm = static\npm.max_children = 1\n")
    output(fpm, "-n", "-R", "-F", "-y", work / "conf")
    yield Expected(work / "log", "php", {"error": 2})  # an address of another machine, and so no start
    return version(fpm, "-n", "-v")


@producer
def postgres(work):
    folder = program("usr/lib/postgresql/15/bin")
    port, data = free_port(), work / "data"
    user = {}
    if os.getuid() == 0:  # it refuses to run as root
        user = {"user": "postgres", "group": "postgres"} if re.search("^postgres:", pathlib.Path("/etc/passwd").read_text(), re.M) else {"user": "nobody"}
        shutil.chown(work, user["user"])
    output(folder / "initdb", "-D", data, "-A", "trust", "-U", "shop", "--no-sync", "-E", "UTF8", cwd=work, **user)
    with open(data / "postgresql.conf", "a") as settings:
        settings.write(f"""
            log_destination = 'stderr,csvlog,jsonlog'
            logging_collector = on
            log_directory = '{work}'
            log_filename = 'server.log'
            log_line_prefix = '%m [%p] %q%u@%d '
            log_timezone = 'UTC'
            fsync = off
            """)
    server = work / "server.log"
    with running(work / "log", folder / "postgres", "-D", data, "-p", port, "-k", work, cwd=work, stop=signal.SIGINT, **user) as process:
        until(lambda: server.exists() and "ready to accept connections" in server.read_text(), process, "it is ready")
        output(folder / "psql", "-h", "127.0.0.1", "-p", port, "-U", "shop", "-f", PROGRAMS / "statements.sql", "shop")
        output(folder / "psql", "-h", "127.0.0.1", "-p", port, "-U", "shop", "-f", PROGRAMS / "statements.sql", "postgres")
        output(folder / "psql", "-h", "127.0.0.1", "-p", port, "-U", "nobody1", "-c", "select 1", "postgres")
    codes = {code: 1 for code in ("01000", "22012", "23505", "23514", "28000", "3D000", "42601", "42P01")}
    yield Expected(work / "server.csv", "postgres-csv", codes)
    yield Expected(work / "server.json", "postgres-json", codes)
    yield Expected(server, "postgres", {"warning": 1, "error": 5, "fatal": 2})
    return version(folder / "postgres", "--version")


@producer
def memcached(work):
    port, memcached = free_port(), program("usr/bin/memcached")
    user = ("-u", "root") if os.getuid() == 0 else ()
    log = work / "log"
    with running(log, memcached, "-vv", "-l", "127.0.0.1", "-p", port, *user, port=port) as process:
        with socket.create_connection(("127.0.0.1", port), 30) as client:
            for command, answer in ((b"get a", b"END"), (b"bogus", b"ERROR"), (b"set a 0 0 5\r\n1234567", b"CLIENT_ERROR"), (b"incr a x", b"CLIENT_ERROR")):
                client.sendall(command + b"\r\n")
                until(lambda: answer in client.recv(1000), process, f"it answers {command}")
    answers = re.findall(r"^>\d+ (\w*ERROR)", log.read_text(), re.M)
    # What it says of its memory before has no structure.
    yield Expected(log, "results", dict(collections.Counter(answers)), untimed=len(answers), rejected=50)
    return version(memcached, "--version")


@producer
def dnsmasq(work):
    dnsmasq, log = program("usr/sbin/dnsmasq"), work / "log"
    # An address of another machine.
    log.write_text(output(dnsmasq, "-d", "-C", "/dev/null", "-p", free_port(), "--no-resolv", "--listen-address=192.0.2.1", "--bind-interfaces"))
    yield Expected(log, "os-error", {"99": 1}, untimed=1)
    return version(dnsmasq, "--version")


@producer
def ssh(work):
    ssh, log = program("usr/bin/ssh"), work / "log"
    log.write_text(output(ssh, "-F", "none", "-o", "BatchMode=yes", "-p", "1", "127.0.0.1", "true"))
    yield Expected(log, "os-error", {"111": 1}, untimed=1)
    return version(ssh, "-V")


@producer
def slapd(work):
    port, slapd = free_port(), program("usr/sbin/slapd")
    (work / "data").mkdir()
    (work / "conf").write_text(f"""
include {program("etc/ldap/schema/core.schema")}
modulepath {program("usr/lib/ldap")}
moduleload back_mdb
database mdb
suffix "dc=shop"
rootdn "cn=a,dc=shop"
rootpw secret
directory {work}/data
""")
    log = work / "log"
    with running(log, slapd, "-d", "stats", "-h", f"ldap://127.0.0.1:{port}", "-f", work / "conf", port=port) as process:
        for password in (b"wrong", b"secret"):
            name = b"cn=a,dc=shop"
            bind = b"\x02\x01\x03\x04" + bytes([len(name)]) + name + b"\x80" + bytes([len(password)]) + password
            message = b"\x02\x01\x01\x60" + bytes([len(bind)]) + bind
            with socket.create_connection(("127.0.0.1", port), 30) as client:
                client.sendall(b"\x30" + bytes([len(message)]) + message)
                client.recv(1000)
        until(lambda: log.read_text().count(" RESULT ") == 2, process, "its log has both results")
    yield Expected(log, "text", {"49": 1})
    return version(slapd, "-VV")


@producer
def node(work):
    node = shutil.which("node")
    if not node:
        raise Missing("node")
    log = work / "log"
    log.write_text(output(node, PROGRAMS / "errors.js"))
    errors = {"Error(TypeError)": 1, "AggregateError(Error RangeError)": 1, "Error ENOENT": 1, "Error ECONNREFUSED": 1, "DeclinedError E_DECL": 1}
    yield Expected(log, "trace", errors, untimed=5, rejected=5)  # the line that throws, and Node's version
    return version(node, "--version")


# --- all ----------------------------------------------------------------------------------------------------


def compare(errctl, expected, began, ended):
    """What errctl reads differently in one log."""
    reading, faults = check.read(errctl, expected.log, day="")
    right = check.Reading(expected.format, expected.untimed, reading.first, reading.last, expected.rejected, expected.errors)
    if not reading.meets(right):
        faults += [f"right: {right.line}", f"reads: {reading.line}"]
    for moment in filter(None, (reading.first, reading.last)):
        if not began <= datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")) <= ended:
            faults.append(f"an error has the time {moment}, which is not of this run")
    return faults


def attempt(errctl, name, function):
    """Runs a producer: its version, the errors that it made, and what is read differently."""
    with tempfile.TemporaryDirectory(prefix=f"{name}-") as folder:
        work = pathlib.Path(folder).resolve()
        work.chmod(0o755)
        second = datetime.timedelta(seconds=1)
        logs, steps = [], function(work)
        began = datetime.datetime.now(datetime.timezone.utc) - second  # some logs have whole seconds
        while True:
            try:
                logs.append(next(steps))
            except StopIteration as end:
                made = end.value
                break
        ended = datetime.datetime.now(datetime.timezone.utc) + second
        faults = [f"{log.format}: {fault}" for log in logs for fault in compare(errctl, log, began, ended)]
        if faults and os.environ.get("KEEP"):
            shutil.copytree(work, pathlib.Path(os.environ["KEEP"]) / name, dirs_exist_ok=True)
    return made, sum(sum(log.errors.values()) for log in logs), faults


def main():
    errctl, wanted = sys.argv[1], sys.argv[3:] or list(PRODUCERS)
    failed = missing = 0
    for name in wanted:
        start = time.monotonic()
        try:
            made, errors, faults = attempt(errctl, name, PRODUCERS[name])
        except Missing as what:
            print(f"not run: {name}: there is no {what}")
            missing += 1
            continue
        except (RuntimeError, subprocess.SubprocessError) as what:
            print(f"{name}: {what}")
            failed += 1
            continue
        print(f"{name} {made}: {errors} errors, {'read as made' if not faults else 'READ OTHERWISE'} ({time.monotonic() - start:.1f} s)", flush=True)
        for fault in faults:
            print(f"  {fault}")
        failed += bool(faults)
    print(f"producers: {len(wanted) - failed - missing} of {len(wanted)} read as they wrote, {failed} otherwise, {missing} not run")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
