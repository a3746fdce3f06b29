"""``coala``, and ``python -m coala.cli``, begin and end here; Ctrl-C is one sentence at any moment."""

import os
import signal
import sys
from types import FrameType

_A_MOMENT = 0.01
"""Seconds until an interrupt that could not be raised is raised again."""


def run() -> int:
    """Run the command that the words of the process name; its exit status."""
    heard = []

    def stop(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        if frame is not None and frame.f_code is stop_again.__code__:
            # The moment was over before the hook was.
            signal.setitimer(signal.ITIMER_REAL, _A_MOMENT)
            return
        raise KeyboardInterrupt

    def stop_again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            signal.setitimer(signal.ITIMER_REAL, _A_MOMENT)
        else:
            sys.__unraisablehook__(unraisable)

    again = hasattr(signal, "setitimer")
    # A shell lets what runs in the background ignore it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
        if again:
            # What is raised in a callback of a weak reference, as imports have them, stops nothing.
            signal.signal(signal.SIGALRM, stop)
            sys.unraisablehook = stop_again
    try:
        from coala.cli.commands import main

        status = main(interrupted=lambda: bool(heard))
        # All is said and done; the interpreter only takes itself apart.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if again:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
    except BaseException as error:  # compiled code may turn it into an error of its own
        if isinstance(error, SystemExit) or not heard:
            raise
        print("coala: stopped; every file is complete, or as it was before.", file=sys.stderr)
        status = 128 + signal.SIGINT
    if heard:
        # Left to itself, the interpreter may still end by the signal when a library ran code from a string.
        sys.stderr.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(run())
