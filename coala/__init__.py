"""COALA is a task-specific diff for coreference systems."""

# Known to type checkers by its name; importing ``typing`` would take half of the time until Ctrl-C is heard.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from coala.engine.compare import Comparison, compare

__all__ = ["Comparison", "__version__", "compare"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    # The child process that reads a graph imports this package; it must not load numpy for that.
    if name in ("Comparison", "compare"):
        from coala.engine import compare as road

        value: object = getattr(road, name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
