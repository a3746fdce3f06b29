"""The exceptions that COALA raises for errors of the user or of files.

The message of each is the sentence that the user reads: what is wrong, where (file, line, node), and what to
do. The command line and the dialogs print it unchanged.
"""


class CoalaError(Exception):
    """Something that the user can mend; its text is one plain sentence."""


class ReadingError(CoalaError):
    """A graph, or a file that belongs to it, cannot be read."""


class FileError(ReadingError):
    """A file cannot be used: its ``path``, the ``line`` if there is one, and ``what`` is wrong and to do."""

    def __init__(self, path: str, line: int | None, what: str) -> None:
        super().__init__(f"{path}:{line}: {what}" if line else f"{path}: {what}")
        self.path = path
        self.line = line
        self.what = what


class ReviewError(CoalaError):
    """A review file cannot be opened, or a verdict could not be put on disk."""


class DamagedReviewError(ReviewError):
    """Part of a review file is not as it was written; the rest of it can be recovered.

    ``what`` says which part, as the beginning of a sentence.
    """

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what}. Recover it with 'coala file repair FILE -o NEW.coala', or use a backup copy."
        )
        self.what = what


class Cancelled(CoalaError):  # noqa: N818 - what the user asked for is no error
    """The user stopped a long step; nothing was changed."""
