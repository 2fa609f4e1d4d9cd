"""Files to send: their bytes, or the path to them."""

from datetime import datetime, timezone
from os import PathLike
from pathlib import Path
from typing import Literal

FileToSend = bytes | str | PathLike[str]
"""The bytes of a file, or its path."""

ExampleFormat = Literal["csv", "ndjson"]

_EXAMPLE_FORMATS: dict[str, ExampleFormat] = {".csv": "csv", ".ndjson": "ndjson", ".jsonl": "ndjson"}


def read_bytes(file: FileToSend) -> bytes:
    """A file that is missing or may not be read raises the `OSError` of `open`."""
    return file if isinstance(file, bytes) else Path(file).read_bytes()


def name_of(file: FileToSend, given: str | None) -> str:
    """What the file is called: as it is `given`, else the last part of its path."""
    if given is not None:
        return given
    if isinstance(file, bytes):
        raise TypeError('Bytes have no name, and it tells the type of the file: pass name="report.pdf".')
    return Path(file).name


def modified_at(file: FileToSend) -> datetime | None:
    """When the file was changed last; None for bytes."""
    return None if isinstance(file, bytes) else datetime.fromtimestamp(Path(file).stat().st_mtime, timezone.utc)


def example_format_of(file: FileToSend, given: ExampleFormat | None) -> ExampleFormat:
    """The format of a file of examples: as it is `given`, else by the ending of its path."""
    guessed = None if isinstance(file, bytes) else _EXAMPLE_FORMATS.get(Path(file).suffix.lower())
    if (format := given or guessed) is None:
        raise TypeError('Nothing tells the format of the examples: pass format="csv" or format="ndjson".')
    return format
