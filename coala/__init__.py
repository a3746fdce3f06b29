"""COALA is a task-specific diff for coreference systems.

``coala.compare(baseline, changed)`` compares two graphs from Python and returns a ``Comparison``;
``coala.open_review(path)`` opens a review to judge it from a program. These names are imported on first use:
the child process that reads a graph imports this package too, and needs no numpy.
"""

# Type checkers treat a variable of this name like ``typing.TYPE_CHECKING``. Ctrl-C works only after the
# imports, and importing ``typing`` would double the time until then.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from coala.engine.compare import Comparison, compare
    from coala.judging.open_review import OpenReview, open_review

__all__ = ["Comparison", "OpenReview", "__version__", "compare", "open_review"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import a public name on first use (PEP 562)."""
    module: object
    if name in ("Comparison", "compare"):
        from coala.engine import compare as module
    elif name in ("OpenReview", "open_review"):
        from coala.judging import open_review as module
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(module, name)
    return value
