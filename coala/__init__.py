"""COALA is a task-specific diff for coreference systems."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coala.engine.compare import Comparison, compare

__all__ = ["Comparison", "__version__", "compare"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # The child process that reads a graph imports this package; it must not load numpy for that.
    if name in ("Comparison", "compare"):
        from coala.engine import compare as road

        return getattr(road, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
