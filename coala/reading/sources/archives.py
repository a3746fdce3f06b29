"""Unpacking of zip and tar archives into a private folder, which is then read like any folder.

Archives are not trusted: stated sizes are checked before a byte is written, names never lead out of the
folder, and only regular files are created. Archives in archives are not unpacked. A single entry that cannot
be unpacked is left out with a remark; only a broken archive is an error. ``open_input`` is the entry point.
"""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import IO, TYPE_CHECKING, NamedTuple

from coala.base.files import Source, is_safe_name
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.reading.sources.detect import PACKED, is_tar
from coala.reading.sources.detected_files import DetectedFile, detect_files, detect_opened
from coala.reading.sources.inputs import Input, list_folder
from coala.reading.sources.stream import ALWAYS_ALLOWED, BIGGEST_RATIO, File, RdfStream, open_regular

if TYPE_CHECKING:
    import tarfile
    import zipfile

MOST_ENTRIES = 100_000
"""The most files and folders in one archive; the largest known corpus has about 10,000."""

MOST_UNPACKED = 4 << 30
"""The most bytes that an archive may take on the disk."""

LARGEST_LIST = 24 << 20
"""The most bytes of the list of names at the end of a zip, which is completely in memory."""

_BLOCK = 512
"""Bytes of the header of tar."""

_AT_ONCE = 1 << 20
"""Bytes read at once."""

_ENTRY_COST = 2_000
"""The cost of creating a file, as a number of bytes that take the same time."""

_STORED, _DEFLATED = 0, 8
"""The two methods of compression in nearly all zips; others may need any amount of memory."""

_ENCRYPTED = 0x1
_UTF_8 = 0x800
"""Flags of an entry of a zip."""

_END_OF_ZIP = b"PK\x05\x06"
_LONGEST_END = 22 + 0xFFFF
"""The mark of the last record of a zip, and the most bytes from there to the end: 22, and a comment."""

_DRIVE = re.compile(r"[A-Za-z]:")

_DOCUMENTS = {
    "[Content_Types].xml": "a document of Microsoft Office (docx, xlsx …)",
    "mimetype": "a document of LibreOffice (odt, ods …) or an EPUB",
    "META-INF/MANIFEST.MF": "an archive of Java",
}
"""Other formats that are zips, by a name in them."""

_PROJECT = ("annotation", "curation")
_OF_PROJECT = tuple(f"{name}/" for name in _PROJECT)
"""Folders of a project export of WebAnno and INCEpTION with annotations in a readable format."""

_BACKUP = (
    "this is a backup of a project, which only INCEpTION or WebAnno can read: "
    "import it there, and export the project as UIMA CAS XMI or WebAnno TSV."
)

_UNPACK_IT = "unpack it yourself, and give the folder."
_IRREGULAR = "it is a link or a device, not a regular file"


class Opened(NamedTuple):
    """The files of an input, after unpacking if it is an archive."""

    root: str  # the folder or file that contains all files
    files: tuple[DetectedFile, ...]
    skipped: tuple[str, ...]  # names of files that are not read
    archive: Source | None = None  # None if the input is not an archive
    size: int = 0  # unpacked bytes of the archive
    remarks: tuple[tuple[str, str], ...] = ()  # pairs of a code of ``Remarks`` and an example


def open_input(named: Input, options: FormatOptions, folder: str, earn: Callable[[int], None]) -> Opened:
    """Return the files of an input with their formats; unpack an archive into a new ``folder`` first.

    ``earn`` is called with the bytes of work that are done, which extends the limit of time.

    Raises:
        ReadingError: the archive is broken or malicious, or contains nothing readable.
        OSError: the disk is full.
    """
    if len(named.files) > 1 or os.path.isdir(named.path):
        return Opened(named.path, tuple(detect_files(named.files, options, earn)), named.skipped)
    (file,) = named.files
    with open_regular(file) as raw:
        stream = RdfStream(file.shown, raw, passed_on=earn)
        if not stream.packed and PACKED["zip"].match(stream.beginning.start):
            raw.seek(0)
            into = _Folder(file.shown, folder, earn)
            # Closed here, since zipfile does not close what it is given.
            with io.BufferedReader(raw) as reader:
                source = _unzip(file, reader, into)
        elif is_tar(stream.beginning.start):
            into = _Folder(file.shown, folder, earn)
            source = _untar(file, stream, into)
        else:
            return Opened(named.path, (detect_opened(file, raw, stream, options),), named.skipped)
    found = list_folder(folder, file.shown, options, "archive")
    files = tuple(detect_files(found.files, options, earn))
    return Opened(_find_root(folder), files, found.skipped, source, into.size, tuple(into.remarks))


def _find_root(folder: str) -> str:
    """Return the single folder at the top of the archive, if there is one, else ``folder``."""
    below = os.listdir(folder)
    top = os.path.join(folder, below[0]) if len(below) == 1 else folder
    # The names of folders in a project export are fixed.
    return top if os.path.isdir(top) and below[0] not in _PROJECT else folder


class _Folder:
    """The private folder, into which entries are written one by one."""

    def __init__(self, shown: str, folder: str, earn: Callable[[int], None]) -> None:
        self.remarks: list[tuple[str, str]] = []
        self.size = 0
        self._shown = shown
        self._folder = folder
        self.earn = earn
        self._entries = 0
        self._written: set[str] = set()
        os.mkdir(folder, 0o700)

    def count(self) -> None:
        """Count an entry of any type."""
        self._entries += 1
        self.earn(_ENTRY_COST)
        self.check_number(self._entries)

    def check_number(self, entries: int) -> None:
        """Raise an error if there are more files than any corpus has."""
        if entries > MOST_ENTRIES:
            raise ReadingError(f"{self._shown}: holds more than {MOST_ENTRIES:,} files: {_UNPACK_IT}")

    def check_size(self, size: int) -> None:
        """Raise an error if the unpacked size exceeds the limit."""
        if size > MOST_UNPACKED:
            raise ReadingError(f"{self._shown}: unpacks to more than {MOST_UNPACKED >> 30} GiB: {_UNPACK_IT}")

    def leave_out(self, name: str, why: str) -> None:
        """Remark an entry that is not unpacked."""
        self.remarks.append(("entry-left-out", f"{readable(name)}, {why}"))

    def write(self, name: str, pieces: Iterator[bytes]) -> None:
        """Write one file, unless its name leads out of the folder."""
        parts = [part for part in re.split(r"[/\\]", name) if part != "."]
        # An absolute path ("/a" has an empty first part), a drive of Windows, or a way up.
        if not parts or not parts[0] or _DRIVE.match(parts[0]) or ".." in parts:
            self.leave_out(name, "its name leads outside the archive")
            return
        parts = [part for part in parts if part]
        # Hidden files, and what macOS adds to archives, are not read anyway.
        if any(part.startswith(".") or part == "__MACOSX" for part in parts):
            return
        path = os.path.join(self._folder, *parts)
        try:
            _check_names(parts)
            os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            is_free = not os.path.isdir(path)
        except (FileExistsError, NotADirectoryError):
            is_free = False
        except ValueError as error:
            self.leave_out(name, str(error))
            return
        if not is_free:
            self.leave_out(name, "a file and a folder have the same name")
            return
        with open(path, "wb") as file:
            if path in self._written:
                self.remarks.append(("entry-twice", readable(name)))
            self._written.add(path)
            try:
                self._fill(file, pieces)
                return
            except _BrokenEntryError as error:
                self.leave_out(name, str(error))
        # Remove the part of the broken entry that was written.
        os.unlink(path)
        self._written.discard(path)

    def _fill(self, file: IO[bytes], pieces: Iterator[bytes]) -> None:
        for piece in pieces:
            self.size += len(piece)
            self.check_size(self.size)
            file.write(piece)


class _BrokenEntryError(Exception):
    """One entry cannot be unpacked; the text is the reason."""


_LONGEST_PATH = 1_000
"""The most characters of a path; this leaves room for the folder before it."""

_DEEPEST = 64
"""The most folders in one another; functions that walk through them call themselves for each."""


def _check_names(parts: list[str]) -> None:
    """Raise ``ValueError`` if a path with these parts should not be created."""
    for part in parts:
        # A colon has a special meaning on Windows only.
        if not is_safe_name(part.replace(":", "-") if os.name != "nt" else part):
            raise ValueError("its name is not allowed for a file")
    if len(parts) > _DEEPEST or sum(map(len, parts)) > _LONGEST_PATH:
        raise ValueError("its name is too long")


def _unzip(file: File, reader: io.BufferedReader[io.FileIO], into: _Folder) -> Source:
    # Imported late: most graphs are not packed.
    import zipfile

    # Read the archive once for its hash and size.
    digest = sha256()
    while piece := reader.read(_AT_ONCE):
        digest.update(piece)
        into.earn(len(piece))
    size = reader.tell()
    _check_list_size(file, reader, size)
    try:
        archive = zipfile.ZipFile(reader)
        entries = archive.infolist()
    except MemoryError:
        raise
    except Exception as error:
        # zipfile and struct raise several classes, and the disk OSError.
        raise ReadingError(
            f"{file.shown}: this archive is damaged ({readable(str(error))}): copy or create it again."
        ) from error
    # Refuse zips that are another format, and zips that would unpack to too much.
    names = {entry.filename for entry in entries}
    for name, what in _DOCUMENTS.items():
        if name in names:
            raise ReadingError(f"{file.shown}: this is {what}, not a graph: export its text or tables.")
    if _is_backup_of_inception(names):
        raise ReadingError(f"{file.shown}: {_BACKUP}")
    into.check_number(len(entries))
    stated = sum(entry.file_size for entry in entries)
    into.check_size(stated)
    if stated > ALWAYS_ALLOWED and stated > BIGGEST_RATIO * size:
        raise ReadingError(
            f"{file.shown}: unpacks to more than {BIGGEST_RATIO} times its size, which may "
            "be an attack: unpack it yourself if you trust it."
        )
    for entry in entries:
        into.count()
        if not entry.is_dir():
            name, is_sure = _decode_zip_name(entry)
            into.write(name, _read_zip_entry(archive, entry, into.earn))
            if not is_sure:
                into.remarks.append(("entry-name-guessed", readable(name)))
    return Source(file.shown, digest.hexdigest(), size)


def _is_backup_of_inception(names: set[str]) -> bool:
    """Return True if the annotations are only in the Java objects of a project backup."""
    return (
        any(name.startswith("exportedproject") and name.endswith(".json") for name in names)
        and any(name.startswith("annotation_ser/") for name in names)
        and not any(name.startswith(_OF_PROJECT) and not name.endswith("/") for name in names)
    )


def _check_list_size(file: File, reader: io.BufferedReader[io.FileIO], size: int) -> None:
    """Raise an error if the list of names of a zip, which is read at once, would fill the memory."""
    reader.seek(max(0, size - _LONGEST_END))
    end = reader.read(_LONGEST_END)
    # Bytes 12 to 15 after a mark are the size of the list, or 0xFFFFFFFF if they cannot hold it (zip64).
    # Check every mark: only zipfile decides which one is the end.
    places = (mark.start() for mark in re.finditer(_END_OF_ZIP, end))
    if any(int.from_bytes(end[place + 12 : place + 16], "little") > LARGEST_LIST for place in places):
        raise ReadingError(
            f"{file.shown}: the list of its files is longer than {LARGEST_LIST >> 20} MiB: {_UNPACK_IT}"
        )
    reader.seek(0)


def _decode_zip_name(entry: zipfile.ZipInfo) -> tuple[str, bool]:
    """Return the name, and whether its encoding is certain: many programs write UTF-8 without the flag."""
    name = entry.filename
    if name.isascii() or entry.flag_bits & _UTF_8:
        return name, True
    try:
        return name.encode("cp437").decode("utf-8"), True
    except UnicodeError:
        return name, False


def _read_zip_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, earn: Callable[[int], None]
) -> Iterator[bytes]:
    """Yield the unpacked bytes of an entry in pieces.

    Raises:
        _BrokenEntryError: it is not a regular file, or cannot be unpacked.
    """
    # The upper half of this number is the mode of Unix; 0 if the zip is from elsewhere.
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise _BrokenEntryError(_IRREGULAR)
    if entry.flag_bits & _ENCRYPTED:
        raise _BrokenEntryError("it is encrypted")
    if entry.compress_type not in (_STORED, _DEFLATED):
        raise _BrokenEntryError(f"its compression is not supported (method {entry.compress_type})")
    try:
        with archive.open(entry) as packed:
            while piece := packed.read(_AT_ONCE):
                earn(len(piece))
                yield piece
    except MemoryError:
        raise
    except Exception as error:
        # zipfile, zlib and struct raise several classes, and the disk OSError.
        raise _BrokenEntryError(f"it is damaged ({readable(str(error))})") from error


def _untar(file: File, stream: RdfStream, into: _Folder) -> Source:
    import tarfile

    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:  # type: ignore[call-overload]
            for entry in archive:
                into.count()
                into.check_size(into.size + entry.size)
                if not entry.isdir():
                    name, is_sure = _decode_tar_name(entry.name)
                    into.write(name, _read_tar_entry(archive, entry))
                    if not is_sure:
                        into.remarks.append(("entry-name-guessed", readable(name)))
                # tarfile would keep all members in memory for random access.
                archive.members.clear()
    except (ReadingError, MemoryError):
        raise
    except (tarfile.TarError, ValueError, EOFError, RecursionError) as error:
        raise ReadingError(
            f"{file.shown}: this archive is damaged ({readable(str(error))}): copy or create it again."
        ) from error
    return Source(file.shown, *stream.finish())


def _decode_tar_name(name: str) -> tuple[str, bool]:
    """Return the name, and whether its encoding is certain: it should be UTF-8."""
    try:
        name.encode("utf-8")
    except UnicodeError:
        # tarfile has replaced the bytes that are not UTF-8 by surrogates.
        return name.encode("utf-8", "surrogateescape").decode("latin-1"), False
    return name, True


def _read_tar_entry(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> Iterator[bytes]:
    packed = archive.extractfile(entry) if entry.isreg() and not entry.issparse() else None
    if packed is None:
        raise _BrokenEntryError(_IRREGULAR)
    while piece := packed.read(_AT_ONCE):
        yield piece
