"""COALA is a task-specific diff for coreference systems.

``coala.compare(baseline, changed)`` compares two graphs from Python and returns a ``Comparison``. Both names
are imported on first use: the child process that reads a graph imports this package too, and needs no numpy.
"""

# Type checkers treat a variable of this name like ``typing.TYPE_CHECKING``. Ctrl-C works only after the
# imports, and importing ``typing`` would double the time until then.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from coala.engine.compare import Comparison, compare

__all__ = ["Comparison", "__version__", "compare"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import a public name on first use (PEP 562)."""
    if name in ("Comparison", "compare"):
        from coala.engine import compare as module

        value: object = getattr(module, name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
