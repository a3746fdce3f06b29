"""A program as a bundle runs it, in a Python that lacks what only Unix has.

It pretends to be Windows as far as names go, in this process and in the readers that it starts. It does not
pretend the file locks, paths and line ends of Windows.
"""

import os
import signal
import sys

MODULES = ("fcntl", "resource", "pwd", "grp", "termios")
OF_OS = ("fork", "getuid", "geteuid", "sysconf", "mkfifo", "killpg")
OF_SIGNAL = (
    "SIGALRM",
    "SIGHUP",
    "SIGKILL",
    "SIGPIPE",
    "SIGXCPU",
    "ITIMER_REAL",
    "pthread_sigmask",
    "setitimer",
)


def remove_unix() -> None:
    """Remove the modules and names that Python on Windows does not have."""
    for name in MODULES:
        # A module that is None cannot be imported.
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            delattr(module, name)


if __name__ == "__main__":
    remove_unix()
    sys.frozen = True  # type: ignore[attr-defined]
    sys.executable = sys.argv[1]
    del sys.argv[1]
    from coala.cli.frozen import main

    sys.exit(main())
