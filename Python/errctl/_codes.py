"""Where the clients of databases, brokers and other servers keep the code of an error.

Only what is stored is read: no property of an exception is asked, so no code of it runs but `__str__`.
"""

import re
import types
from typing import Any, Callable, Dict, Optional, Tuple, Union

Code = Union[int, str, None]

# The types of members of classes in C, whose values are read without code of the class.
_members = (types.MemberDescriptorType, types.GetSetDescriptorType)


def stored(exception: BaseException, *names: str) -> Any:
    """The first of the members that has a value, of the exception or of its class."""
    own = exception.__dict__
    for name in names:
        value = own.get(name)
        for kind in type(exception).__mro__ if value is None else ():
            if name in kind.__dict__:
                value = kind.__dict__[name]
                if isinstance(value, _members):
                    value = value.__get__(exception, kind)
                break
        if value is not None:
            return value
    return None


def _plain(value: Any) -> Code:
    return value if type(value) in (int, str) and value != "" else None


def _sqlstate(exception: BaseException) -> Code:
    state = stored(exception, "sqlstate", "pgcode")
    return state if type(state) is str and len(state) == 5 else None


def _first_argument(exception: BaseException) -> Code:
    arguments = exception.args
    return arguments[0] if arguments and type(arguments[0]) is int and arguments[0] != 0 else None


def _member(*names: str) -> Callable[[BaseException], Code]:
    return lambda exception: _plain(stored(exception, *names))


def _sqlalchemy(exception: BaseException) -> Code:
    """That of the driver's error: its own is the number of a page of its manual."""
    driver = exception.__dict__.get("orig")
    return code(driver) if isinstance(driver, BaseException) else None


# The reply codes of AMQP 0-9-1.
_replies = {
    "CONTENT_TOO_LARGE": 311, "NO_ROUTE": 312, "NO_CONSUMERS": 313, "CONNECTION_FORCED": 320, "INVALID_PATH": 402,
    "ACCESS_REFUSED": 403, "NOT_FOUND": 404, "RESOURCE_LOCKED": 405, "PRECONDITION_FAILED": 406, "FRAME_ERROR": 501,
    "SYNTAX_ERROR": 502, "COMMAND_INVALID": 503, "CHANNEL_ERROR": 504, "UNEXPECTED_FRAME": 505, "RESOURCE_ERROR": 506,
    "NOT_ALLOWED": 530, "NOT_IMPLEMENTED": 540, "INTERNAL_ERROR": 541,
}  # fmt: skip
_reply = re.compile(r"(?:^|\((\d{3})\) ['\"])([A-Z_]+) - ")


def _amqp(exception: BaseException) -> Code:
    number = _first_argument(exception)
    if number is not None and number in _replies.values():
        return number
    found = _reply.search(str(exception))
    return _replies.get(found.group(2)) if found else None


_kafka_error = re.compile(r"KafkaError\{code=(\w+),")


def _kafka(exception: BaseException) -> Code:
    """The name that the protocol has for it, as all clients know it."""
    name = stored(exception, "message")
    if type(name) is str and name.isupper():
        return name
    found = _kafka_error.search(str(exception))
    return found.group(1) if found else _plain(stored(exception, "errno"))


_redis_word = re.compile(r"(?:.* of pipeline caused error: )?([A-Z]{2,}[A-Z0-9]*):? ", re.DOTALL)
# The words that redis-py takes off the text, and stores since its version 6 only.
_redis_classes = {
    "OutOfMemoryError": "OOM", "ExecAbortError": "EXECABORT", "BusyLoadingError": "LOADING", "NoScriptError": "NOSCRIPT",
    "ReadOnlyError": "READONLY", "NoPermissionError": "NOPERM", "AskError": "ASK", "TryAgainError": "TRYAGAIN",
    "MovedError": "MOVED", "ClusterDownError": "CLUSTERDOWN", "ClusterCrossSlotError": "CROSSSLOT",
    "MasterDownError": "MASTERDOWN",
}  # fmt: skip
_redis_texts = {
    "invalid username-password pair": "WRONGPASS", "Authentication required": "NOAUTH", "HELLO must be called with": "NOAUTH",
}  # fmt: skip


def _redis(exception: BaseException) -> Code:
    """The word before the text of the server's answer."""
    word = stored(exception, "status_code")
    if type(word) is str:
        return word
    named = _redis_classes.get(type(exception).__name__)
    if named is not None:
        return named
    text = str(exception)
    for start, word in _redis_texts.items():
        if text.startswith(start):
            return word
    found = _redis_word.match(text)
    if found:
        return found.group(1)
    # The server's own errors begin with a word: this one was taken off.
    is_answer = type(exception).__name__ == "ResponseError" and "status_code" not in exception.__dict__
    return "ERR" if is_answer else None


def _smtp(exception: BaseException) -> Code:
    number = _plain(stored(exception, "smtp_code", "code"))
    if number is not None:
        return number
    # Each recipient's answer: one code, if it is the same.
    refused = exception.args[0] if exception.args else None
    if type(refused) is dict:
        codes = {answer[0] for answer in refused.values() if type(answer) is tuple and answer}
    elif type(refused) is list:
        codes = {code(each) for each in refused if isinstance(each, BaseException)}
    else:
        codes = set()
    return _plain(codes.pop()) if len(codes) == 1 else None


def _mqtt(exception: BaseException) -> Code:
    reason = stored(exception, "rc")
    return _plain(reason) if type(reason) is int else _plain(getattr(reason, "__dict__", {}).get("value"))


def _json_rpc(exception: BaseException) -> Code:
    """The code of JSON-RPC, in the error that the exception stands for."""
    return _plain(getattr(exception.__dict__.get("error"), "__dict__", {}).get("code"))


_answered = re.compile(r"HTTP driver received HTTP status (\d{3})\b")


def http_status(exception: BaseException) -> Optional[int]:
    """The status that a client of ClickHouse puts into its text alone, of an answer that is not the database's."""
    text = exception.args[0] if exception.args else None
    found = _answered.match(text) if type(text) is str else None
    return int(found.group(1)) if found else None


_system_error = re.compile(r"\[Errno (\d{1,9})\] ")


def system_code(exception: BaseException) -> Optional[int]:
    """The errno that a client's error has taken from the system's in its text alone."""
    text = exception.args[0] if exception.args else None
    found = _system_error.match(text) if type(text) is str else None
    return int(found.group(1)) if found else None


def _grpc(exception: BaseException) -> Code:
    status = exception.__dict__.get("_code") or getattr(exception.__dict__.get("_state"), "code", None)
    return _plain(getattr(status, "_name_", None))


_readers = {
    "psycopg": _sqlstate, "psycopg2": _sqlstate, "asyncpg": _sqlstate, "pg8000": _sqlstate,
    "pymysql": _first_argument, "MySQLdb": _first_argument, "aiomysql": _first_argument, "asyncmy": _first_argument,
    "mysql": _first_argument, "mariadb": _member("errno"),
    "sqlite3": _member("sqlite_errorcode"), "sqlalchemy": _sqlalchemy, "oracledb": _member("full_code"),
    "duckdb": _sqlstate, "_duckdb": _sqlstate, "cassandra": _sqlstate,
    "clickhouse_connect": _member("code"), "clickhouse_driver": _member("code"),
    "pymongo": _member("_OperationFailure__code"), "neo4j": _member("_neo4j_code", "code"),
    "pika": _amqp, "aiormq": _amqp, "aio_pika": _amqp, "amqp": _amqp, "kombu": _amqp,
    "confluent_kafka": _kafka, "cimpl": _kafka, "kafka": _kafka, "aiokafka": _kafka,
    "redis": _redis, "valkey": _redis, "glide_shared": _redis, "pymemcache": _redis,
    "nats": _member("err_code"), "paho": _mqtt, "aiomqtt": _mqtt,
    "ldap3": _member("result"), "smtplib": _smtp, "aiosmtplib": _smtp, "grpc": _grpc, "mcp": _json_rpc,
}  # type: Dict[str, Callable[[BaseException], Code]]

# Of these, a number from 100 to 599 is a status.
_speaks_http = {"nats"}


def reader(kind: type) -> Tuple[Optional[Callable[[BaseException], Code]], bool]:
    """What reads the code of a class's exceptions, and whether a number of theirs may be an HTTP status."""
    for base in kind.__mro__:
        package = (getattr(base, "__module__", None) or "").partition(".")[0]
        if package in _readers:
            return _readers[package], package in _speaks_http
    return None, True


def code(exception: BaseException) -> Code:
    """The code of a client's error; None for any other."""
    read = reader(type(exception))[0]
    try:
        # An adapter of a driver may have no name that says so.
        return (read(exception) if read else None) or _sqlstate(exception)
    except Exception:
        return None
