"""Exceptions of a program of one's own, where policies may import them."""

import builtins
import json

import requests


class Failed(Exception):
    pass


class Throttled(Failed, builtins.ConnectionError):
    pass


class Denied(Failed, PermissionError):
    pass


class ConnectionError(builtins.ConnectionError):
    """The name of one of Python's."""


class HTTPError(requests.HTTPError):
    pass


class Garbled(json.JSONDecodeError):
    pass


class Stopped(BaseException):
    pass


class Interrupted(KeyboardInterrupt, Failed):
    pass


class Outer:
    class Failed(LookupError):
        """No path leads to it that Airflow imports."""
