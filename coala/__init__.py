"""COALA is a task-specific diff for coreference systems.

``coala.compare(baseline, changed)`` compares two graphs from Python and returns a ``Comparison``;
``coala.open_review(path)`` opens a review to judge it from a program. These names are imported on first use:
the child process that reads a graph imports this package too, and needs no numpy.
"""

# Type checkers treat a variable of this name like ``typing.TYPE_CHECKING``. Ctrl-C works only after the
# imports, and importing ``typing`` would double the time until then.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from coala.judging.open_review import OpenReview, open_review
    from coala.notebook.comparing import ShownComparison as Comparison
    from coala.notebook.comparing import compare

__all__ = ["Comparison", "OpenReview", "__version__", "compare", "open_review"]
__version__ = "0.1.0"


_PLACES = {
    "Comparison": ("coala.notebook.comparing", "ShownComparison"),
    "compare": ("coala.notebook.comparing", "compare"),
    "OpenReview": ("coala.judging.open_review", "OpenReview"),
    "open_review": ("coala.judging.open_review", "open_review"),
}
"""The module of each public name, and its name there."""


def __getattr__(name: str) -> object:
    """Import a public name on first use (PEP 562)."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, name_there = _PLACES[name]
    value: object = getattr(import_module(module), name_there)
    return value
