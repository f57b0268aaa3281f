"""Failures of clients of databases, each raised by the server, or by the client because of it."""

import asyncio
import contextlib
import sqlite3
import threading
import time

from clients import CLOSED, client


def at_once(*actions):
    """Runs what waits for each other; raises the first failure."""
    failures = []

    def attempt(action):
        try:
            action()
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=attempt, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
        time.sleep(0.15)
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def several(connect, number):
    """As many connections at a time."""
    with contextlib.ExitStack() as open_ones:
        for _ in range(number):
            open_ones.callback(connect().close)


POSTGRES = {  # statements, each with what it fails for
    "unique violation": "insert into t values (1, 1)",
    "not null violation": "insert into t values (null, 1)",
    "check violation": "insert into t values (9, -1)",
    "foreign key violation": "insert into child values (99)",
    "wrong type": "select 'x'::int",
    "division by zero": "select 1 / 0",
    "text too long": "insert into short values ('long')",
    "number out of range": "select 99999999999::int",
    "no such table": "select * from missing",
    "no such column": "select missing from t",
    "syntax error": "selec 1",
    "statement timeout": "set statement_timeout = 100; select pg_sleep(9)",
    "read only": "set default_transaction_read_only = on; insert into t values (7, 7)",
    "no privilege": "set role poor; select * from t",
    "raised by a function": "do $$ begin raise exception 'no stock' using errcode = 'P0001'; end $$",
    "limit of a setting": "set work_mem = '1'",
}
TABLES = """
    drop table if exists child, short, t; drop role if exists poor, locked;
    create table t (id int primary key, v int check (v >= 0)); insert into t values (1, 1), (2, 2);
    create table child (id int references t); create table short (name varchar(2));
    create role poor; create role locked login password 'right';
"""


@client("psycopg", "postgres")
def of_psycopg(server, fails):
    import psycopg

    where = {"host": "127.0.0.1", "port": server.port, "user": "shop", "dbname": "postgres"}

    def connect(**more):
        return psycopg.connect(**(where | {"connect_timeout": 5} | more))

    def execute(statement):
        with connect(autocommit=True) as one:
            for part in [statement] if statement.startswith("do ") else statement.split("; "):
                one.execute(part)

    with connect(autocommit=True) as one:
        one.execute(TABLES)
    for name, statement in POSTGRES.items():
        fails(name, lambda statement=statement: execute(statement))

    def serialization():
        with connect() as one, connect() as two:
            for each in (one, two):
                each.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                each.execute("select * from t").fetchall()
            one.execute("update t set v = v + 1 where id = 1")
            one.commit()
            two.execute("update t set v = v + 1 where id = 1")

    def deadlock():
        with connect() as one, connect() as two:
            one.execute("update t set v = 1 where id = 1")
            two.execute("update t set v = 1 where id = 2")
            at_once(lambda: one.execute("update t set v = 1 where id = 2"), lambda: two.execute("update t set v = 1 where id = 1"))

    def locked(statement):
        with connect() as one, connect() as two:
            one.execute("select * from t where id = 1 for update")
            for part in statement.split("; "):
                two.execute(part)

    def in_failed_transaction():
        with connect() as one:
            with contextlib.suppress(psycopg.Error):
                one.execute("select 1 / 0")
            one.execute("select 1")

    def ended(first, then=lambda one: one.execute("select 1")):
        with connect() as one:
            pid = one.info.backend_pid
            with connect(autocommit=True) as two:
                first(one, two, pid)
            time.sleep(0.3)
            then(one)

    def cancelled():
        with connect() as one:
            threading.Timer(0.2, one.cancel).start()
            one.execute("select pg_sleep(9)")

    def closed():
        one = connect()
        one.close()
        one.execute("select 1")

    fails("serialization failure", serialization)
    fails("deadlock", deadlock)
    fails("lock timeout", lambda: locked("set lock_timeout = 100; select * from t where id = 1 for update"))
    fails("lock nowait", lambda: locked("select * from t where id = 1 for update nowait"))
    fails("in failed transaction", in_failed_transaction)
    fails("terminated", lambda: ended(lambda _, two, pid: two.execute("select pg_terminate_backend(%s)", [pid])))
    fails("idle in transaction", lambda: ended(lambda one, *_: one.execute("set idle_in_transaction_session_timeout = 50")))
    fails("cancelled", cancelled)
    fails("closed by the program", closed)
    fails("wrong password", lambda: connect(user="locked", password="wrong"))
    fails("rejected", lambda: connect(user="shut"))
    fails("no such role", lambda: connect(user="nobody1"))
    fails("no such database", lambda: connect(dbname="missing"))
    fails("refused", lambda: connect(port=CLOSED))
    fails("too many connections", lambda: several(lambda: connect(user="locked", dbname="postgres", password="right"), 20))


@client("asyncpg", "postgres")
async def of_asyncpg(server, fails):
    import asyncpg

    where = {"host": "127.0.0.1", "port": server.port, "user": "shop", "database": "postgres", "timeout": 5}

    async def connect(**more):
        return await asyncpg.connect(**(where | more))

    async def execute(*statements):
        one = await connect()
        try:
            for statement in statements:
                await one.execute(statement)
        finally:
            await one.close(timeout=5)

    await execute(TABLES)
    for name, statement in POSTGRES.items():
        parts = [statement] if statement.startswith("do ") else statement.split("; ")
        await fails.later(name, execute(*parts))

    async def locked():
        one, two = await connect(), await connect()
        try:
            async with one.transaction():
                await one.execute("select * from t where id = 1 for update")
                await two.execute("select * from t where id = 1 for update nowait")
        finally:
            await one.close()
            await two.close()

    async def deadlock():
        one, two = await connect(), await connect()
        try:
            for each, row in ((one, 1), (two, 2)):
                await each.execute(f"begin; update t set v = 1 where id = {row}")
            both = (one.execute("update t set v = 1 where id = 2"), two.execute("update t set v = 1 where id = 1"))
            done = await asyncio.gather(*both, return_exceptions=True)
            raise next(each for each in done if isinstance(each, Exception))
        finally:
            one.terminate()
            two.terminate()

    async def terminated(idle):
        one, two = await connect(), await connect()
        try:
            pid = one.get_server_pid()
            waits = None if idle else asyncio.ensure_future(one.execute("select pg_sleep(9)"))
            await asyncio.sleep(0.2)
            await two.execute(f"select pg_terminate_backend({pid})")
            await asyncio.sleep(0.2)
            await (one.execute("select 1") if idle else waits)
        finally:
            await two.close()

    async def slow():
        one = await connect(command_timeout=0.2)
        try:
            await one.execute("select pg_sleep(9)")
        finally:
            one.terminate()

    async def wrong_argument():
        one = await connect()
        try:
            await one.fetch("select $1::int", "x")
        finally:
            await one.close()

    async def many():
        open_ones = []
        try:
            for _ in range(20):
                open_ones.append(await connect(user="locked", password="right"))
        finally:
            for one in open_ones:
                await one.close()

    await fails.later("lock nowait", locked())
    await fails.later("deadlock", deadlock())
    await fails.later("terminated", terminated(True))
    await fails.later("terminated while it waits", terminated(False))
    await fails.later("client's timeout", slow())
    await fails.later("wrong argument", wrong_argument())
    await fails.later("wrong password", connect(user="locked", password="wrong"))
    await fails.later("rejected", connect(user="shut"))
    await fails.later("no such database", connect(database="missing"))
    await fails.later("refused", connect(port=CLOSED))
    await fails.later("too many connections", many())


MARIADB = {
    "unique violation": ["insert into t values (1, 1)"],
    "not null violation": ["insert into t values (null, 1)"],
    "foreign key violation": ["insert into child values (99)"],
    "check violation": ["insert into t values (9, -1)"],
    "text too long": ["insert into short values ('long')"],
    "wrong type": ["insert into t values (9, 'x')"],
    "no such table": ["select * from missing"],
    "no such column": ["select missing from t"],
    "syntax error": ["selec 1"],
    "statement timeout": ["set max_statement_time = 0.1", "select sleep(9) from t"],
    "read only transaction": ["start transaction read only", "insert into t values (7, 7)"],
    "no such database": ["use missing"],
    "raised by a statement": ["signal sqlstate '45000' set message_text = 'no stock'"],
}


def of_mysql(connect, error, fails):
    def execute(*statements):
        with contextlib.closing(connect()) as one:
            for statement in statements:
                one.cursor().execute(statement)

    tables = ["drop table if exists child", "drop table if exists short", "drop table if exists t"]
    tables += ["create table t (id int primary key, v int check (v >= 0))", "insert into t values (1, 1), (2, 2)"]
    execute(*tables, "create table child (id int, foreign key (id) references t (id))", "create table short (name varchar(2))", "commit")
    for name, statements in MARIADB.items():
        fails(name, lambda statements=statements: execute(*statements))

    def locked(last):
        with contextlib.closing(connect()) as one, contextlib.closing(connect()) as two:
            for each in (one, two):
                each.cursor().execute("start transaction")
            one.cursor().execute("select * from t where id = 1 for update")
            two.cursor().execute(last)

    def deadlock():
        with contextlib.closing(connect()) as one, contextlib.closing(connect()) as two:
            for each, row in ((one, 1), (two, 2)):
                each.cursor().execute("start transaction")
                each.cursor().execute(f"update t set v = 1 where id = {row}")
            at_once(
                lambda: one.cursor().execute("update t set v = 1 where id = 2"), lambda: two.cursor().execute("update t set v = 1 where id = 1")
            )

    def killed(what):
        with contextlib.closing(connect()) as one, contextlib.closing(connect()) as two:
            thread = one.thread_id()
            threading.Timer(0.2, lambda: two.cursor().execute(f"kill {what} {thread}")).start()
            try:
                one.cursor().execute("select sleep(1) from t")
            finally:
                time.sleep(0.2)

    def snapshot():
        with contextlib.closing(connect()) as one, contextlib.closing(connect()) as two:
            two.cursor().execute("set innodb_snapshot_isolation = on")
            two.cursor().execute("set transaction isolation level repeatable read")
            two.cursor().execute("start transaction with consistent snapshot")
            one.cursor().execute("update t set v = v + 1 where id = 1")
            one.commit()
            two.cursor().execute("update t set v = v + 1 where id = 1")

    def closed():
        one = connect()
        one.close()
        one.cursor().execute("select 1")

    def many():
        with contextlib.closing(connect()) as one:
            one.cursor().execute("set global max_connections = 10")
            try:
                several(lambda: connect(user="poor"), 12)
            finally:
                one.cursor().execute("set global max_connections = 100")

    def denied():
        with contextlib.closing(connect(user="poor")) as one:
            one.cursor().execute("delete from t")

    fails("lock wait timeout", lambda: locked("update t set v = 1 where id = 1"))
    fails("lock nowait", lambda: locked("select * from t where id = 1 for update nowait"))
    fails("deadlock", deadlock)
    fails("changed since the snapshot", snapshot)
    fails("query killed", lambda: killed("query"))
    fails("connection killed", lambda: killed("connection"))
    fails("closed by the program", closed)
    fails("wrong password", lambda: connect(password="wrong"))
    fails("no such database at the start", lambda: connect(database="missing"))
    fails("no right to a table", denied)
    fails("too many connections", many)
    fails("refused", lambda: connect(port=CLOSED))


@client("PyMySQL", "mariadb")
def of_pymysql(server, fails):
    import pymysql

    where = {"host": "127.0.0.1", "port": server.port, "user": "shop", "password": "right", "database": "shop", "connect_timeout": 5}
    of_mysql(lambda **more: pymysql.connect(**(where | more)), pymysql.Error, fails)


@client("mysqlclient", "mariadb")
def of_mysqlclient(server, fails):
    import MySQLdb

    where = {"host": "127.0.0.1", "port": server.port, "user": "shop", "password": "right", "database": "shop", "connect_timeout": 5}
    of_mysql(lambda **more: MySQLdb.connect(**(where | more)), MySQLdb.Error, fails)


@client("sqlite3")
def of_sqlite(server, fails):
    folder = fails.folder
    tables = "create table t (id integer primary key, u unique, v not null, check (v < 10)); insert into t values (1, 1, 1);"
    tables += "create table child (id references t (id)); create table strict (n integer) strict;"

    def connect(name="shop.db", **more):
        return sqlite3.connect(f"file:{folder}/{name}" + more.pop("how", ""), uri=True, **({"timeout": 0, "isolation_level": None} | more))

    def execute(*statements, **more):
        with contextlib.closing(connect(**more)) as one:
            for statement in statements:
                one.execute(statement)

    for name in ("shop.db", "wal.db"):
        with contextlib.closing(connect(name)) as one:
            one.executescript(("pragma journal_mode = wal;" if name == "wal.db" else "") + tables)
    fails("primary key", lambda: execute("insert into t values (1, 2, 2)"))
    fails("unique", lambda: execute("insert into t values (2, 1, 2)"))
    fails("not null", lambda: execute("insert into t values (2, 2, null)"))
    fails("check", lambda: execute("insert into t values (2, 2, 99)"))
    fails("foreign key", lambda: execute("pragma foreign_keys = on", "insert into child values (99)"))
    fails("wrong type", lambda: execute("insert into t values ('x', 3, 3)"))
    fails("wrong type, strict", lambda: execute("insert into strict values ('x')"))
    fails("no such table", lambda: execute("select * from missing"))
    fails("syntax error", lambda: execute("selec 1"))
    fails("cannot open", lambda: execute("select 1 from t", name="missing/shop.db"))
    fails("read only", lambda: execute("insert into t values (3, 3, 3)", how="?mode=ro"))
    fails("full", lambda: execute("pragma max_page_count = 1", "create table big (v)", "insert into big values (zeroblob(999999))"))
    (folder / "text.db").write_text("no database, but a text that is long enough to be taken for one. " * 40)
    fails("not a database", lambda: execute("select * from t", name="text.db"))
    fails("wrong number of values", lambda: connect().execute("select ?", (1, 2)))

    def busy(statement, name="shop.db", first="begin immediate"):
        with contextlib.closing(connect(name)) as one, contextlib.closing(connect(name)) as two:
            one.execute(first)
            two.execute(statement)

    def stale():
        with contextlib.closing(connect("wal.db")) as one, contextlib.closing(connect("wal.db")) as two:
            one.execute("begin")
            one.execute("select * from t").fetchall()
            two.execute("insert into t values (50, 50, 5)")
            one.execute("insert into t values (51, 51, 5)")

    def shared():
        with contextlib.closing(connect(how="?cache=shared")) as one, contextlib.closing(connect(how="?cache=shared")) as two:
            one.execute("begin")
            one.execute("insert into t values (60, 60, 6)")
            two.execute("select * from t").fetchall()

    def interrupted():
        with contextlib.closing(connect(check_same_thread=False)) as one:
            threading.Timer(0.2, one.interrupt).start()
            one.execute("with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n").fetchall()

    def closed():
        one = connect()
        one.close()
        one.execute("select 1")

    fails("busy", lambda: busy("insert into t values (4, 4, 4)"))
    fails("stale snapshot", stale)
    fails("shared cache locked", shared)
    fails("interrupted", interrupted)
    fails("closed", closed)


def of_sqlalchemy(engine, fails, statements):
    import sqlalchemy

    def execute(*statements):
        with engine.connect() as one:
            for statement in statements:
                one.execute(sqlalchemy.text(statement))

    for name, parts in statements.items():
        fails(name, lambda parts=parts: execute(*parts))


def some(names, statements):
    """Of a table of statements those that a layer above has to pass on."""
    return {name: parts.split("; ") if isinstance(parts, str) else parts for name, parts in statements.items() if name in names}


@client("SQLAlchemy, psycopg", "postgres")
def of_sqlalchemy_and_psycopg(server, fails):
    import sqlalchemy

    url = f"postgresql+psycopg://shop@127.0.0.1:{server.port}/postgres"
    engine = sqlalchemy.create_engine(url, pool_size=1, max_overflow=0, pool_timeout=0.2)
    names = {"unique violation", "wrong type", "no such table", "statement timeout"}
    read_only = {"read only": ["set transaction read only", "delete from t"]}
    of_sqlalchemy(engine, fails, some(names, POSTGRES) | read_only)

    def terminated():
        with engine.connect() as one, engine.execution_options(isolation_level="AUTOCOMMIT").connect() as _:
            one.execute(sqlalchemy.text("select 1"))

    def ended():
        other = sqlalchemy.create_engine(url)
        with engine.connect() as one, other.connect() as two:
            pid = one.execute(sqlalchemy.text("select pg_backend_pid()")).scalar()
            two.execute(sqlalchemy.text(f"select pg_terminate_backend({pid})"))
            time.sleep(0.2)
            one.execute(sqlalchemy.text("select 1"))

    fails("pool has none left", terminated)
    fails("terminated", ended)
    fails("refused", lambda: sqlalchemy.create_engine(f"postgresql+psycopg://shop@127.0.0.1:{CLOSED}/postgres").connect())
    fails("wrong statement of the program", lambda: engine.connect().execute(sqlalchemy.text("select :missing")))
    engine.dispose()


@client("SQLAlchemy, asyncpg", "postgres")
async def of_sqlalchemy_and_asyncpg(server, fails):
    import sqlalchemy
    import sqlalchemy.ext.asyncio

    engine = sqlalchemy.ext.asyncio.create_async_engine(f"postgresql+asyncpg://shop@127.0.0.1:{server.port}/postgres")

    async def execute(*statements):
        async with engine.connect() as one:
            for statement in statements:
                await one.execute(sqlalchemy.text(statement))

    names = {"unique violation", "wrong type", "no such table", "statement timeout"}
    read_only = {"read only": ["set transaction read only", "delete from t"]}
    for name, parts in (some(names, POSTGRES) | read_only).items():
        await fails.later(name, execute(*parts))
    await engine.dispose()
    engine = sqlalchemy.ext.asyncio.create_async_engine(f"postgresql+asyncpg://shop@127.0.0.1:{CLOSED}/postgres")
    await fails.later("refused", execute("select 1"))


@client("SQLAlchemy, PyMySQL", "mariadb")
def of_sqlalchemy_and_pymysql(server, fails):
    import sqlalchemy

    engine = sqlalchemy.create_engine(f"mysql+pymysql://shop:right@127.0.0.1:{server.port}/shop")
    of_sqlalchemy(engine, fails, some({"unique violation", "no such table", "statement timeout", "text too long"}, MARIADB))
    fails("wrong password", lambda: sqlalchemy.create_engine(f"mysql+pymysql://shop:wrong@127.0.0.1:{server.port}/shop").connect())
    fails("refused", lambda: sqlalchemy.create_engine(f"mysql+pymysql://shop:right@127.0.0.1:{CLOSED}/shop").connect())


@client("SQLAlchemy, sqlite3")
def of_sqlalchemy_and_sqlite(server, fails):
    import sqlalchemy

    file = fails.folder / "orm.db"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as one:
        one.execute("create table t (id integer primary key)")
        one.execute("insert into t values (1)")
        engine = sqlalchemy.create_engine(f"sqlite:///{file}", connect_args={"timeout": 0})
        of_sqlalchemy(engine, fails, {"primary key": ["insert into t values (1)"], "no such table": ["select * from missing"]})
        one.execute("begin immediate")
        of_sqlalchemy(engine, fails, {"busy": ["insert into t values (2)"]})


@client("pymongo")
def of_pymongo(server, fails):
    import pymongo

    def ask():
        with pymongo.MongoClient("127.0.0.1", CLOSED, serverSelectionTimeoutMS=200) as one:
            one.shop.orders.find_one()

    fails("refused", ask)
    fails("no such option", lambda: pymongo.MongoClient(missing=1))
    fails("wrong address", lambda: pymongo.MongoClient("mongodb:/127.0.0.1"))
