"""Entry point of the bundle: it runs the command, or the reader of a graph as a child process of itself.

Without a bundle, a reader is Python with a short program (``coala.reading.worker.parent``). A bundle has no
Python to start, so it starts itself.
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
    # As in ``parent``: freeing what was collected takes longer than reading some graphs.
    os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
