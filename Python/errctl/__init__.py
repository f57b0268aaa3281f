"""Error-handling rules as data: what becomes of an exception, and what rules do with recorded ones.

    from errctl import Rules

    rules = Rules("rules.yaml")
    resolution = rules.decide(error, operation="pay", attempt=2)
"""

from ._library import Finding, RuleFileError, version
from ._program import ProgramError
from ._replay import Comparison, Preview, diff, replay, resolve
from ._rules import Resolution, Rules

__all__ = [
    "Comparison", "Finding", "Preview", "ProgramError", "Resolution", "RuleFileError", "Rules", "diff", "replay", "resolve",
    "version",
]  # fmt: skip
__version__ = version()
