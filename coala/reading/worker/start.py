"""A module of this program becomes the command line of a process that runs it and starts quickly."""

from __future__ import annotations

import sys

from coala.base.paths import PACKAGE

# The package is entered by hand, so that the process is of the same program wherever it was found.
_START = """
import os
import sys
sys.path[:] = {path!r}
package = sys.modules["coala"] = type(sys)("coala")
package.__path__ = [{package!r}]
from {module} import main
status = main(sys.argv[1])
sys.stdout.flush()
sys.stderr.flush()
# Taking apart what was collected takes longer than some graphs.
os._exit(status)
"""


def command(module: str, job: str) -> list[str]:
    """The arguments that run ``main`` of a module on the file of a job, without ``site``."""
    path = [entry for entry in sys.path if entry]
    start = _START.format(path=path, package=str(PACKAGE), module=module)
    return [sys.executable, "-I", "-S", "-c", start, job]
