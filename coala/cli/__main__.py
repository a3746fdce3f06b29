"""The start and the end of ``coala`` and ``python -m coala.cli``, where Ctrl-C becomes one sentence.

Python itself answers Ctrl-C with a traceback until it calls ``run``: the 20 ms or so in which it starts
cannot be had by any program. So nothing is imported here that it has not loaded by then.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType

_A_MOMENT = 0.01
"""Seconds until an interrupt that could not be raised is raised again."""

_IN_THEIR_ORDER = {"PySide6", "duckdb"}
"""Libraries that have windows, threads and files to close."""

_IMPORTING = "<frozen importlib._bootstrap>"

_STOPPED = "coala: stopped; every file is complete, or as it was before.\n"

_INTERRUPTED = 130


def run() -> int:
    """Run the command that the words of the process name; return its exit status."""
    # Compiled into Python, while the import of ``signal`` is time in which nobody hears Ctrl-C.
    import _signal  # type: ignore[import-not-found]  # no stubs: it is the inside of ``signal``

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _end_at_once)
    return _run()


def _end_at_once(number: int, frame: "FrameType | None") -> None:
    """End before anything has begun."""
    try:
        os.write(2, _STOPPED.encode("ascii"))
    finally:
        os._exit(_INTERRUPTED)


def _run() -> int:
    import signal
    import warnings

    # What is multiplied here is small: other threads only wait, each by turning round (measured).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    heard = []
    again = hasattr(signal, "setitimer")

    def stop(number: int, frame: "FrameType | None") -> None:
        heard.append(number)
        # A compiled module warns of what it cannot do when its import is interrupted.
        warnings.simplefilter("ignore")
        if (
            again
            and frame is not None
            and (
                # The moment was over before the hook was.
                frame.f_code is stop_again.__code__
                # Python 3.11 waits for ever for the lock of a module that was interrupted while it took it.
                or frame.f_code.co_filename == _IMPORTING
            )
        ):
            signal.setitimer(signal.ITIMER_REAL, _A_MOMENT)
            return
        raise KeyboardInterrupt

    def stop_again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            signal.setitimer(signal.ITIMER_REAL, _A_MOMENT)
        elif not heard:  # afterwards it is of things that the interrupt left half made
            sys.__unraisablehook__(unraisable)

    def print_unless_heard(
        kind: type[BaseException], error: BaseException, trace: "TracebackType | None"
    ) -> None:
        if not heard:
            sys.__excepthook__(kind, error, trace)

    def turn_deaf() -> None:
        """Let nothing come between the sentence and the end."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if again:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)

    def is_interrupted() -> bool:
        if heard:
            turn_deaf()
        return bool(heard)

    try:
        # A shell lets what runs in the background ignore it.
        if signal.getsignal(signal.SIGINT) is _end_at_once:
            signal.signal(signal.SIGINT, stop)
            if again:
                # What is raised in a callback of a weak reference, as imports have them, stops nothing.
                signal.signal(signal.SIGALRM, stop)
                sys.unraisablehook = stop_again
                # Compiled modules print what hinders their import before they turn it into an ImportError.
                sys.excepthook = print_unless_heard
        from coala.cli.commands import main

        status = main(interrupted=is_interrupted)
        # All is said and done; the interpreter only takes itself apart.
        turn_deaf()
    except SystemExit:
        raise
    except BaseException as error:  # compiled code may turn it into an error of its own
        if not heard and not isinstance(error, KeyboardInterrupt):
            raise
        turn_deaf()
        print(_STOPPED, end="", file=sys.stderr)
        status = _INTERRUPTED
    if heard:
        # Left to itself, the interpreter may still end by the signal when a library ran code from a string.
        sys.stderr.flush()
        os._exit(status)
    _leave(status)
    return status


def _leave(status: int) -> None:
    """End at once: taking apart what was compared takes longer than some comparisons."""
    if not _IN_THEIR_ORDER & sys.modules.keys():
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError):
            return  # the interpreter says it
        os._exit(status)


if __name__ == "__main__":
    sys.exit(run())
