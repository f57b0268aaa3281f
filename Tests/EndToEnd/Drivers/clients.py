"""What the failures of all clients have in common: where they are registered, and where they are written down."""

import importlib.metadata
import logging

CLIENTS = {}
CLOSED = 1  # nothing listens at this port
# What a client's package is called, where its first word is not.
PACKAGES = {"sqlite3": None, "smtplib": None}


def client(name, server=None):
    """A function of a running server and `fails`, which makes a client's failures; registered by the client's name."""

    def register(function):
        CLIENTS[name] = (server, function)
        return function

    return register


def version_of(name):
    """The version of a client; none for those that Python itself has."""
    package = name.partition(",")[0]
    return "" if package in PACKAGES else importlib.metadata.version(package)


class Fails:
    """Makes one failure after the other, and has it written down as a record and as a traceback in a log."""

    def __init__(self, folder, recorder):
        self.folder = folder
        self.names = []
        self.faults = []
        self._recorder = recorder
        self._records = open(folder / "records.ndjson", "w")
        self._log = logging.getLogger("shop")
        self._log.propagate = False
        handler = logging.FileHandler(folder / "errors.log", "w")
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._log.addHandler(handler)

    def __call__(self, name, action):
        try:
            action()
        except Exception as failure:
            self._write(name, failure)
        else:
            self.faults.append(f"{name}: it did not fail")

    async def later(self, name, action):
        """The same of something to await."""
        try:
            await action
        except Exception as failure:
            self._write(name, failure)
        else:
            self.faults.append(f"{name}: it did not fail")

    def _write(self, name, failure):
        self.names.append(name)
        self._records.write('{"operation":"%s",%s}\n' % (name, self._recorder.members(failure, 15)))
        self._log.error("%s", name, exc_info=failure)

    def close(self):
        self._records.close()
        for handler in list(self._log.handlers):
            self._log.removeHandler(handler)
            handler.close()
