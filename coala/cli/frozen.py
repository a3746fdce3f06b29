"""Entry point of the bundle, the program as one executable with Python inside (made with PyInstaller).

COALA reads each graph in a child process. Without a bundle, the child is Python with a short program
(``coala.reading.worker.parent``). A bundle has no Python to start, so it starts itself with the arguments
``FROZEN_READER MODULE JOB``, and this module then runs the reader instead of the command.
"""

import os
import sys

from coala.base.process import FROZEN_READER
from coala.cli.__main__ import run


def main() -> int:
    """Run what the arguments ask for; return the exit status."""
    if sys.argv[1:2] != [FROZEN_READER]:
        return run()
    from importlib import import_module

    module, job = sys.argv[2:]
    status: int = import_module(module).main(job)
    sys.stdout.flush()
    sys.stderr.flush()
    # Leave without freeing memory: that takes longer than reading some graphs.
    os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
