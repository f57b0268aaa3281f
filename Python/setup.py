"""A wheel for any Python 3 on one system: the library is called through ctypes, not through the interpreter's own interface."""

import os

from setuptools import setup
from setuptools.dist import Distribution

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Binaries(Distribution):
    def has_ext_modules(self):
        return True


setup(version=os.environ["ERRCTL_WHEEL_VERSION"], cmdclass={"bdist_wheel": Wheel}, distclass=Binaries)
