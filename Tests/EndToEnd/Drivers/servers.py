"""Servers from Debian's packages, each on loopback with a folder and ports of its own, and ended whatever happens.

A server that can't be started here raises `Missing` with the reason.
"""

import base64
import contextlib
import hashlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path("/")  # where packages are unpacked; what is not there is looked for in the system
SERVERS = {}
USER = "nobody" if os.getuid() == 0 else None  # what refuses to run as root runs as this user


class Missing(Exception):
    """A server that is neither unpacked nor installed, or does not start."""


class Server:
    """A running server: where it listens, its version, and what its clients need beyond that."""

    def __init__(self, version, port, **more):
        self.version = version
        self.port = port
        self.__dict__.update(more)


def server(function):
    """A function of an empty folder that starts a server; registered by its name."""
    SERVERS[function.__name__] = contextlib.contextmanager(function)
    return function


def program(path):
    for found in (ROOT / path, pathlib.Path("/") / path):
        if found.exists():
            return found
    raise Missing(f"/{path}")


def environment(**more):
    """Without the surrounding one's settings: the same time zone and language everywhere."""
    libraries = ":".join(str(ROOT / folder) for folder in ("usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"))
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TZ": "UTC", "LC_ALL": "C.UTF-8", "LD_LIBRARY_PATH": libraries} | more


def output(*command, **options):
    options = {"env": environment(), "timeout": 100} | options
    return subprocess.run(
        list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    ).stdout


def version(*command):
    return re.search(r"\d+\.\d+[\w.]*", output(*command)).group()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def running(work, *command, port, ready=None, stop=signal.SIGTERM, seconds=60, env=None, **options):
    """A process and all that it starts, from when it is ready until they have ended."""
    log = work / "log"
    with open(log, "ab") as file:
        process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=env or environment(), start_new_session=True, **options
        )
    try:
        end = time.monotonic() + seconds
        while not (listens(port) and (ready is None or ready())):
            if process.poll() is not None or time.monotonic() > end:
                told = log.read_text(errors="replace").strip()[-300:].replace("\n", " / ")
                raise Missing(f"{command[0]} that {'is ready in time' if process.poll() is None else 'starts'} ({told})")
            time.sleep(0.05)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            process.send_signal(stop)
            process.wait(15)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def hand_over(*paths):
    """Gives folders to the user whom servers run as; returns how a process becomes that user."""
    if USER is None:
        return {}
    for path in paths:
        shutil.chown(path, USER)
    return {"user": USER, "group": "nogroup"}


@server
def postgres(work):
    folder = program("usr/lib/postgresql/15/bin")
    port, data = free_port(), work / "data"
    user = hand_over(work)
    output(folder / "initdb", "-D", data, "-A", "trust", "-U", "shop", "--no-sync", "-E", "UTF8", cwd=work, **user)
    if not (data / "postgresql.conf").exists():
        raise Missing("cluster that initdb makes here")
    with open(data / "postgresql.conf", "a") as settings:
        settings.write("fsync = off\nmax_connections = 14\nsuperuser_reserved_connections = 3\ndeadlock_timeout = 200ms\n")
    (data / "pg_hba.conf").write_text("host all locked 127.0.0.1/32 scram-sha-256\nhost all shut 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 trust\n")
    command = (folder / "postgres", "-D", data, "-p", port, "-h", "127.0.0.1", "-k", work)
    with running(work, *command, port=port, stop=signal.SIGQUIT, cwd=work, ready=lambda: "ready to accept" in (work / "log").read_text(), **user):
        yield Server(version(folder / "postgres", "--version"), port)


@server
def mariadb(work):
    mariadbd, share = program("usr/sbin/mariadbd"), program("usr/share/mysql")
    port, data, start = free_port(), work / "data", work / "start.sql"
    data.mkdir()
    user = hand_over(work, data)
    base = ["--no-defaults", f"--basedir={share.parents[1]}", f"--datadir={data}", f"--lc-messages-dir={share}", f"--tmpdir={work}"]
    tables = "".join((share / name).read_text() for name in ("mysql_system_tables.sql", "mysql_performance_tables.sql", "mysql_system_tables_data.sql"))
    users = ["create database shop", "flush privileges", "create user shop@'127.0.0.1' identified by 'right'", "grant all on *.* to shop@'127.0.0.1'"]
    users += ["create user poor@'127.0.0.1' identified by 'right'", "grant select on shop.* to poor@'127.0.0.1'"]
    start.write_text("create database mysql;\nuse mysql;\n" + tables + "\n" + ";\n".join(users) + ";\n")
    with open(start) as statements:
        told = subprocess.run(
            [str(mariadbd), *base, "--bootstrap", "--innodb-flush-log-at-trx-commit=0"], stdin=statements, capture_output=True, text=True, env=environment(), timeout=100, **user
        )
    if told.returncode != 0:
        raise Missing("tables that mariadbd makes here (" + told.stderr.strip()[-300:].replace("\n", " / ") + ")")
    more = [f"--port={port}", "--bind-address=127.0.0.1", f"--socket={work}/socket", f"--pid-file={work}/pid", "--innodb-lock-wait-timeout=1"]
    more += ["--innodb-flush-log-at-trx-commit=0", "--skip-name-resolve", "--innodb-buffer-pool-size=32M"]
    with running(work, mariadbd, *base, *more, port=port, **user):
        yield Server(version(mariadbd, "--version"), port)


@server
def redis(work):
    redis = program("usr/bin/redis-server")
    port, replica = free_port(), free_port()
    with running(work, redis, "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", work, port=port):
        with running(work, redis, "--port", replica, "--bind", "127.0.0.1", "--save", "", "--dir", work, "--replicaof", "127.0.0.1", "1", port=replica):
            yield Server(version(redis, "--version"), port, replica=replica)


@server
def rabbitmq(work):
    scripts = program("usr/lib/rabbitmq/lib")
    folder = sorted(scripts.glob("rabbitmq_server-*"))[-1]
    erlang = program("usr/lib/erlang")
    machine = sorted(erlang.glob("erts-*"))[-1] / "bin"
    # Erlang's own script names the folder that it is installed in.
    wrapper = work / "bin" / "erl"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\nexport EMU=beam ROOTDIR={erlang} BINDIR={machine} PROGNAME=erl\nexec "$BINDIR/erlexec" "$@"\n')
    wrapper.chmod(0o755)
    port, distribution, names = free_port(), free_port(), free_port()
    (work / "rabbitmq.conf").write_text(f"listeners.tcp.1 = 127.0.0.1:{port}\nlog.console = true\nlog.file = false\nmax_message_size = 100000\n")
    (work / "plugins").write_text("[].\n")
    env = environment(
        PATH=f"{wrapper.parent}:{os.environ['PATH']}", HOME=str(work), ERL_EPMD_PORT=str(names), ERL_EPMD_ADDRESS="127.0.0.1",
        RABBITMQ_NODENAME="errctl@localhost", RABBITMQ_DIST_PORT=str(distribution), RABBITMQ_MNESIA_BASE=str(work / "mnesia"),
        RABBITMQ_LOG_BASE=str(work), RABBITMQ_CONFIG_FILE=str(work / "rabbitmq.conf"), RABBITMQ_ENABLED_PLUGINS_FILE=str(work / "plugins"),
        RABBITMQ_HOME=str(folder), RABBITMQ_PID_FILE=str(work / "pid"), RABBITMQ_CONF_ENV_FILE="/nonexistent",
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="-kernel inet_dist_use_interface {127,0,0,1}",
    )  # fmt: skip
    with running(work, machine / "epmd", "-port", names, "-address", "127.0.0.1", port=names, env=env):
        ready = lambda: "Server startup complete" in (work / "log").read_text(errors="replace")  # noqa: E731
        with running(work, "sh", folder / "sbin/rabbitmq-server", port=port, env=env, ready=ready, cwd=work):
            yield Server(folder.name.partition("-")[2], port)


@server
def nats(work):
    nats = program("usr/sbin/nats-server")
    port = free_port()
    (work / "conf").write_text(f"""
        listen: 127.0.0.1:{port}
        max_payload: 1024
        jetstream {{ store_dir: "{work}/store", max_memory_store: 1048576 }}
        accounts {{ shop {{ jetstream: enabled, users: [ {{ user: shop, password: right }}, {{ user: poor, password: right, permissions: {{ publish: "none", subscribe: "none" }} }} ] }} }}
        """)
    with running(work, nats, "-c", work / "conf", port=port):
        yield Server(version(nats, "--version"), port)


@server
def mosquitto(work):
    mosquitto = program("usr/sbin/mosquitto")
    port = free_port()
    # PBKDF2 with SHA-512 of “right”, as mosquitto_passwd writes it.
    salt = bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", b"right", salt, 101)
    (work / "users").write_text(f"shop:$7$101${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}\n")
    (work / "conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {work}/users\nmax_packet_size 2000\nlog_dest stdout\n" + ("user root\n" if USER else ""))
    with running(work, mosquitto, "-c", work / "conf", port=port):
        yield Server(version(mosquitto, "-h"), port)


@server
def memcached(work):
    memcached = program("usr/bin/memcached")
    port = free_port()
    user = ["-u", "root"] if USER else []
    with running(work, memcached, "-l", "127.0.0.1", "-p", port, "-U", "0", *user, port=port):
        yield Server(version(memcached, "-V"), port)


@server
def slapd(work):
    slapd, schema, modules = program("usr/sbin/slapd"), program("etc/ldap/schema"), program("usr/lib/ldap")
    port = free_port()
    (work / "data").mkdir()
    (work / "conf").write_text(f"""
include {schema}/core.schema
modulepath {modules}
moduleload back_mdb
pidfile {work}/pid
argsfile {work}/args
database mdb
suffix "dc=shop"
rootdn "cn=admin,dc=shop"
rootpw right
directory {work}/data
access to attrs=userPassword by anonymous auth
access to * by dn.exact="cn=poor,dc=shop" read by anonymous read
""".lstrip())
    command = (slapd, "-f", work / "conf", "-h", f"ldap://127.0.0.1:{port}/", "-d", "0")
    with running(work, *command, port=port, env=environment(HOME=str(work))):
        yield Server(re.search(r"slapd (\d[\w.]*)", output(slapd, "-VV")).group(1), port)


@contextlib.contextmanager
def start(name, work):
    """A server by its name, in a folder of its own; none where none is needed."""
    if name is None:
        yield None
        return
    folder = work / f"{name}-server"
    folder.mkdir()
    began = time.monotonic()
    with SERVERS[name](folder) as server:
        print(f"{name} {server.version}, started in {time.monotonic() - began:.1f} s", flush=True)
        yield server
