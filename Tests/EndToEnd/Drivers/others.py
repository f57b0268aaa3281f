"""Failures of clients of caches, directories and mail servers, and of a database behind HTTP."""

import contextlib
import http.server
import socket
import socketserver
import threading
import time

from clients import CLOSED, client


@client("redis", "redis")
def of_redis(server, fails):
    import redis
    import redis.backoff
    import redis.retry

    def connect(port=server.port, **more):
        never = redis.retry.Retry(redis.backoff.NoBackoff(), 0)
        return redis.Redis("127.0.0.1", port, retry=never, socket_timeout=2, **more)

    one = connect()
    one.set("text", "x")
    fails("wrong type", lambda: one.lpush("text", "y"))
    fails("not a number", lambda: one.incr("text"))
    fails("no such command", lambda: one.execute_command("MISSING"))
    fails("no such script", lambda: one.evalsha("0" * 40, 0))
    fails("error of a script", lambda: one.eval("return redis.error_reply('STOCK none left')", 0))

    def pipeline(*commands, **more):
        with one.pipeline(**more) as each:
            for command in commands:
                each.execute_command(*command)
            each.execute()

    def watched():
        with one.pipeline() as each:
            each.watch("text")
            one.set("text", "z")
            each.multi()
            each.set("text", "y")
            each.execute()

    fails("in a pipeline", lambda: pipeline(("LPUSH", "text", "y")))
    fails("transaction that is given up", lambda: pipeline(("MISSING",)))
    fails("watched key changed", watched)

    def group(*names):
        for name in names:
            one.xgroup_create("stream", name, mkstream=True)

    fails("group exists", lambda: group("g", "g"))
    fails("no such group", lambda: one.xreadgroup("missing", "c", {"stream": ">"}))
    fails("cluster is off", lambda: one.execute_command("CLUSTER", "INFO"))

    def set_up(name, value, action, back):
        one.config_set(name, value)
        try:
            action()
        finally:
            one.config_set(name, back)

    fails("out of memory", lambda: set_up("maxmemory", "1", lambda: one.set("a", "b"), "0"))
    fails("too few replicas", lambda: set_up("min-replicas-to-write", "1", lambda: one.set("a", "b"), "0"))
    fails("too many clients", lambda: set_up("maxclients", "1", lambda: connect().ping(), "1000"))
    replica = connect(server.replica)
    fails("read-only replica", lambda: replica.set("a", "b"))
    replica.config_set("replica-serve-stale-data", "no")
    fails("replica without its master", lambda: replica.get("a"))

    def busy():
        spins = threading.Thread(target=spin)
        spins.start()
        time.sleep(0.3)
        try:
            one.get("a")
        finally:
            connect().execute_command("SCRIPT", "KILL")
            spins.join()

    def spin():
        with contextlib.suppress(redis.RedisError):
            connect().eval("while true do end", 0)

    one.config_set("busy-reply-threshold", "100")
    fails("busy with a script", busy)
    one.acl_setuser("poor", enabled=True, passwords=["+right"], commands=["+get", "+ping"], keys=["*"])
    fails("no permission", lambda: connect(username="poor", password="right").set("a", "b"))
    fails("wrong password", lambda: connect(username="poor", password="wrong").ping())
    fails("no password", lambda: set_up("requirepass", "right", lambda: connect().ping(), ""))
    fails("no answer in time", lambda: connect().blpop("nothing", 9))
    fails("refused", lambda: connect(CLOSED).ping())
    one.shutdown(nosave=True)
    fails("ended by the server", lambda: one.get("a"))


@client("pymemcache", "memcached")
def of_pymemcache(server, fails):
    from pymemcache.client.base import Client

    one = Client(("127.0.0.1", server.port), timeout=5, connect_timeout=5)
    one.set("text", "x", noreply=False)
    fails("value too large", lambda: one.set("big", bytes(2000000), noreply=False))
    fails("wrong key", lambda: one.set("a b", "x"))
    fails("key too long", lambda: one.set("k" * 300, "x"))
    fails("not a number", lambda: one.incr("text", 1, noreply=False))
    fails("wrong command", lambda: one.raw_command("missing"))
    fails("refused", lambda: Client(("127.0.0.1", CLOSED)).get("a"))


@client("ldap3", "slapd")
def of_ldap3(server, fails):
    import ldap3

    def bind(user="cn=admin,dc=shop", password="right", port=server.port, **more):
        return ldap3.Connection(ldap3.Server("127.0.0.1", port, connect_timeout=5), user, password, auto_bind=True, **({"raise_exceptions": True} | more))

    admin = bind()
    admin.add("dc=shop", ["dcObject", "organization"], {"o": "shop", "dc": "shop"})
    admin.add("cn=poor,dc=shop", "person", {"sn": "poor", "userPassword": "right"})
    for number in range(3):
        admin.add(f"cn=p{number},dc=shop", "person", {"sn": "p"})
    poor = bind("cn=poor,dc=shop")
    fails("wrong password", lambda: bind(password="wrong"))
    fails("wrong password, without exceptions for results", lambda: bind(password="wrong", raise_exceptions=False))
    fails("entry exists", lambda: admin.add("cn=poor,dc=shop", "person", {"sn": "poor"}))
    fails("no such entry", lambda: admin.delete("cn=missing,dc=shop"))
    fails("no such attribute", lambda: admin.modify("cn=poor,dc=shop", {"missing": [(ldap3.MODIFY_ADD, ["x"])]}))
    fails("against the schema", lambda: admin.add("cn=x,dc=shop", "person", {}))
    fails("wrong name", lambda: admin.delete("no name"))
    fails("entry has others below", lambda: admin.delete("dc=shop"))
    fails("no right", lambda: poor.delete("cn=p0,dc=shop"))
    fails("wrong filter", lambda: admin.search("dc=shop", "(sn="))
    fails("no encryption", lambda: admin.start_tls())
    fails("refused", lambda: bind(port=CLOSED))


class Mail(socketserver.StreamRequestHandler):
    """A mail server that answers a recipient and a sender with the number in the address."""

    def handle(self):
        self.answer("421 4.3.2 closing" if self.server.closes else "220 mail")
        while line := self.rfile.readline().decode().strip():
            word, number = line[:4].upper(), "".join(letter for letter in line if letter.isdigit())
            if word in ("EHLO", "HELO"):
                self.answer("250-mail\r\n250 AUTH PLAIN")
            elif word in ("MAIL", "RCPT") and len(number) == 3:
                self.answer(f"{number} {number[0]}.1.0 not today")
            elif word == "AUTH":
                self.answer("535 5.7.8 authentication failed")
            elif word == "DATA":
                self.answer("354 go on")
                text = b""
                while not text.endswith(b"\r\n.\r\n"):
                    text += self.rfile.readline()
                self.answer("552 5.3.4 message too large" if len(text) > 5000 else "250 taken")
            elif word == "QUIT":
                return self.answer("221 bye")
            else:
                self.answer("250 fine")

    def answer(self, text):
        self.wfile.write(text.encode() + b"\r\n")


@contextlib.contextmanager
def mail(closes=False):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mail) as server:
        server.daemon_threads, server.closes = True, closes
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


SENT = {  # sender, recipients, how long
    "no such mailbox": ("a@shop.example", ["b550@shop.example"], 1),
    "try again later": ("a@shop.example", ["b451@shop.example"], 1),
    "full for now": ("a@shop.example", ["b452@shop.example"], 1),
    "recipients with different answers": ("a@shop.example", ["b550@shop.example", "c451@shop.example"], 1),
    "sender refused": ("a553@shop.example", ["b@shop.example"], 1),
    "message too large": ("a@shop.example", ["b@shop.example"], 9000),
}


@client("smtplib")
def of_smtplib(server, fails):
    import smtplib

    with mail() as port, mail(closes=True) as closing:

        def send(sender, recipients, size):
            with smtplib.SMTP("127.0.0.1", port, "localhost", 5) as one:
                one.sendmail(sender, recipients, "x" * size)

        for name, (sender, recipients, size) in SENT.items():
            fails(name, lambda: send(sender, recipients, size))
        fails("wrong password", lambda: smtplib.SMTP("127.0.0.1", port, "localhost", 5).login("a", "wrong"))
        fails("closing", lambda: smtplib.SMTP("127.0.0.1", closing, "localhost", 5))
        fails("no encryption", lambda: smtplib.SMTP("127.0.0.1", port, "localhost", 5).starttls())
        fails("refused", lambda: smtplib.SMTP("127.0.0.1", CLOSED))


@client("aiosmtplib")
async def of_aiosmtplib(server, fails):
    import aiosmtplib

    with mail() as port, mail(closes=True) as closing:

        async def send(sender, recipients, size, port=port, **more):
            await aiosmtplib.send("x" * size, sender=sender, recipients=recipients, hostname="127.0.0.1", port=port, start_tls=False, timeout=5, **more)

        for name, sent in SENT.items():
            await fails.later(name, send(*sent))
        await fails.later("wrong password", send("a@shop.example", ["b@shop.example"], 1, username="a", password="wrong"))
        await fails.later("closing", send("a@shop.example", ["b@shop.example"], 1, port=closing))
        await fails.later("refused", send("a@shop.example", ["b@shop.example"], 1, port=CLOSED))


class ClickHouse(http.server.BaseHTTPRequestHandler):
    """Answers each query but those of the client's start with the next failure."""

    def do_POST(self):
        query = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if "fail_" not in query:
            return self.answer(200, b"23.8.1\tUTC\n" if "version()" in query else b"")
        status, code = query.split("fail_")[1].split()[0].split("_")
        text = f"Code: {code}. DB::Exception: not today. (NAME)\n" if code else "not today"
        self.answer(int(status), text.encode(), {"X-ClickHouse-Exception-Code": code} if code else {})

    do_GET = do_POST

    def answer(self, status, body, headers={}):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@client("clickhouse-connect")
def of_clickhouse(server, fails):
    import clickhouse_connect

    where = {"host": "127.0.0.1", "username": "default", "autogenerate_session_id": False, "query_retries": 0, "connect_timeout": 5}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), ClickHouse) as stub:
        threading.Thread(target=stub.serve_forever, daemon=True).start()
        one = clickhouse_connect.get_client(port=stub.server_address[1], **where)
        for name, answer in {
            "wrong password": "403_516", "denied": "500_497", "too many queries": "500_202", "memory limit": "500_241",
            "no such table": "404_60", "timeout": "500_159", "read only": "500_242", "proxy is busy": "503_", "proxy has too much": "429_",
        }.items():  # fmt: skip
            fails(name, lambda: one.command(f"SELECT 1 -- fail_{answer} \n"))
        stub.shutdown()
    fails("refused", lambda: clickhouse_connect.get_client(port=CLOSED, **where))
