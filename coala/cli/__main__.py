"""Entry point of ``coala`` and ``python -m coala.cli``, which answers Ctrl-C with one sentence.

Until Python calls ``run``, about 20 ms after it starts, Ctrl-C prints a traceback, and no program can prevent
that. To keep this time short, the module imports only what Python has already loaded.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType

_RETRY_SECONDS = 0.01
"""Seconds until an interrupt that could not be raised is raised again."""

_NEED_ORDERLY_EXIT = {"PySide6", "duckdb"}
"""Libraries with windows, threads and files that they must close in order."""

_IMPORTING = "<frozen importlib._bootstrap>"
"""The file name of Python's own code that imports modules."""

_STOPPED = "coala: stopped; every file is complete, or as it was before.\n"

_INTERRUPTED = 130
"""The exit status after Ctrl-C, by the convention of shells: 128 and the number of the signal."""


def run() -> int:
    """Run the command in ``sys.argv``; return its exit status."""
    # Compiled into Python. Importing ``signal`` takes time, in which Ctrl-C would print a traceback.
    import _signal  # type: ignore[import-not-found]  # no stubs: it is the C part of ``signal``

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _stop_at_once)
    return _run()


def _stop_at_once(number: int, frame: "FrameType | None") -> None:
    """End the process at Ctrl-C, before the command has begun."""
    try:
        os.write(2, _STOPPED.encode("ascii"))
    finally:
        os._exit(_INTERRUPTED)


def _run() -> int:
    """Run the command; turn Ctrl-C into a message and the exit status 130, wherever it arrives.

    Ctrl-C raises ``KeyboardInterrupt``. Some code loses this exception, or must not be interrupted by it.
    Then a timer raises it again a moment later, until the command has ended.
    """
    import signal
    import warnings

    # The matrices here are small, and more threads only spin while they wait (measured).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Not empty after Ctrl-C: an exception alone may be lost, or turned into another one.
    interrupts = []
    # Windows has no timer signals.
    has_timer = hasattr(signal, "setitimer")

    def interrupt(number: int, frame: "FrameType | None") -> None:
        interrupts.append(number)
        # Compiled modules warn when their import is interrupted.
        warnings.simplefilter("ignore")
        if (
            has_timer
            and frame is not None
            and (
                # The timer fired while the hook that set it was still running.
                frame.f_code is retry_interrupt.__code__
                # An import that is interrupted while it takes its lock makes Python 3.11 wait for ever.
                or frame.f_code.co_filename == _IMPORTING
            )
        ):
            signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)
            return
        raise KeyboardInterrupt

    def retry_interrupt(unraisable: "sys.UnraisableHookArgs") -> None:
        """Raise an interrupt again that Python could only report, since it was raised in a callback."""
        if unraisable.exc_type is KeyboardInterrupt:
            signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)
        elif not interrupts:  # after an interrupt, objects that are half made raise such errors
            sys.__unraisablehook__(unraisable)

    def print_unless_interrupted(
        kind: type[BaseException], error: BaseException, trace: "TracebackType | None"
    ) -> None:
        if not interrupts:
            sys.__excepthook__(kind, error, trace)

    def ignore_signals() -> None:
        """Ignore further signals between the message and the end of the process."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if has_timer:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)

    def is_interrupted() -> bool:
        """Return True after Ctrl-C, and ignore further signals then: the message is printed next."""
        if interrupts:
            ignore_signals()
        return bool(interrupts)

    try:
        # A shell makes background jobs ignore Ctrl-C; keep that.
        if signal.getsignal(signal.SIGINT) is _stop_at_once:
            signal.signal(signal.SIGINT, interrupt)
            if has_timer:
                # Imports use callbacks of weak references, and an exception raised in one stops nothing.
                signal.signal(signal.SIGALRM, interrupt)
                sys.unraisablehook = retry_interrupt
                # Compiled modules print an error of their import before they turn it into an ImportError.
                sys.excepthook = print_unless_interrupted
        from coala.cli.commands import main

        status = main(interrupted=is_interrupted)
        # The command is done; only the shutdown of the interpreter is left.
        ignore_signals()
    except SystemExit:
        raise
    except BaseException as error:  # compiled code may turn the interrupt into an error of its own
        if not interrupts and not isinstance(error, KeyboardInterrupt):
            raise
        ignore_signals()
        print(_STOPPED, end="", file=sys.stderr)
        status = _INTERRUPTED
    if interrupts:
        # If a library ran code from a string, a normal exit may still end by the signal.
        sys.stderr.flush()
        os._exit(status)
    _exit_at_once(status)
    return status


def _exit_at_once(status: int) -> None:
    """End the process at once, since freeing the graphs takes longer than some comparisons."""
    if not _NEED_ORDERLY_EXIT & sys.modules.keys():
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError):
            return  # the interpreter reports it
        os._exit(status)


if __name__ == "__main__":
    sys.exit(run())
