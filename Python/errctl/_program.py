"""The program `errctl` that the package carries."""

import os
import subprocess
import sys
from typing import Any, List, Optional

__all__ = ["ProgramError", "path", "run"]


class ProgramError(Exception):
    """The program ended with a status other than those that are results.

    Its text is what the program wrote to standard error.

    Attributes:
        status: The exit status: 2 for input that can't be used, 64 for wrong arguments; see `errctl help statuses`.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message, status)
        self.status = status

    def __str__(self) -> str:
        return self.args[0]


def path() -> str:
    """The program's file: the one that `ERRCTL_PROGRAM` names, or the package's own."""
    named = os.environ.get("ERRCTL_PROGRAM")
    return named or os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "errctl")


def environment() -> dict:
    """Without colors, and without a report of half a minute if it is killed."""
    return dict(os.environ, NO_COLOR="1", SWIFT_BACKTRACE="enable=no")


def run(arguments: List[str], statuses: tuple = (0,), **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Runs the program to its end.

    Raises:
        ProgramError: It ended with another status than `statuses`.
    """
    done = subprocess.run(
        [path()] + arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), **options
    )
    if done.returncode not in statuses:
        raise ProgramError(message(done.stderr, done.returncode), done.returncode)
    return done


def message(errors: bytes, status: int) -> str:
    text = errors.decode("utf-8", "replace").strip()
    return text or "errctl ended with status {}".format(status)


def main(arguments: Optional[List[str]] = None) -> None:
    """The console script: the program takes this process's place."""
    program = path()
    if not os.path.exists(program):
        sys.exit("errctl: This package has no program for this system; {} does not exist.".format(program))
    os.execv(program, [program] + (sys.argv[1:] if arguments is None else arguments))
