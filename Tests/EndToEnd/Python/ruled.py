"""What the adapters' tests have in common."""

import os
import tempfile
import unittest

import errctl


class Ruled(unittest.TestCase):
    """Rules in a file, what they record, and the waits that a test notes."""

    text = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "rules.yaml")
        with open(path, "w") as file:
            file.write(self.text)
        self.lines = []
        self.rules = errctl.Rules(path, record=self.lines.append)
        self.waits = []
