"""Imports: any number of documents, sent in batches of bounded size."""

from collections.abc import AsyncIterable, Callable, Iterable
from uuid import uuid4

from .errors import SextantConnectionError
from .flows import END, Emit, ItemFlow, Pull, Source, call
from .requests import Request, encode_json, parse_json, versioned
from .retries import RetryPolicy
from .types.documents import (
    FileImportResult,
    FileImportSummary,
    ImportLineResult,
    ImportMode,
    ImportProgress,
    ImportResult,
    ImportSummary,
    NewDocument,
)

Documents = Iterable[NewDocument] | AsyncIterable[NewDocument]
ProgressCallback = Callable[[ImportProgress], None]

BATCH_DOCUMENTS = 200
BATCH_BYTES = 1024 * 1024
KEPT_FAILURES = 100


def import_in_batches(
    documents: Documents, mode: ImportMode, retries: RetryPolicy, on_progress: ProgressCallback | None
) -> ItemFlow[ImportLineResult, ImportSummary]:
    """Emits the result of each document, in their order, and returns the totals. One batch is in memory at a time."""
    source = Source.of(documents)
    totals = Totals()
    batch: list[bytes] = []
    while True:
        document = yield Pull(source)
        line = b"" if document is END else _encode_line(document)
        if document is END or _is_full(batch, line):
            results, summary = yield from call(_batch_request(batch, mode), retries)
            for result in totals.add(results, summary):
                yield Emit(result)
            if on_progress is not None:
                on_progress(totals.progress)
            batch = []
        if document is END:
            return totals.result
        batch.append(line)


class Totals:
    """What became of all documents so far."""

    result: ImportSummary

    def __init__(self) -> None:
        self._line = 0

    def add(self, results: list[ImportLineResult], summary: ImportResult) -> list[ImportLineResult]:
        """Counts a batch, and returns its results with lines that count through all batches."""
        offset = self._line
        renumbered: list[ImportLineResult] = [{**result, "line": offset + result["line"]} for result in results]
        if offset == 0:
            self.result = {**summary, "failures": []}
        else:
            self.result["created"] += summary["created"]
            self.result["updated"] += summary["updated"]
            self.result["failed"] += summary["failed"]
            self.result["token_usage"]["semantic_tokens"] += summary["token_usage"]["semantic_tokens"]
        kept = self.result["failures"]
        failures = [result for result in renumbered if result["status"] == "failed"]
        kept += failures[: KEPT_FAILURES - len(kept)]
        self._line = offset + len(results)
        return renumbered

    @property
    def progress(self) -> ImportProgress:
        """The counts alone."""
        result = self.result
        return {"created": result["created"], "updated": result["updated"], "failed": result["failed"]}


def _encode_line(document: NewDocument) -> bytes:
    # With an id of its own, a document can't be stored twice even if the service forgets the idempotency key, as it
    # does when it is killed in the middle of a batch.
    return encode_json(document if "id" in document else {"id": uuid4().hex, **document}) + b"\n"


def _is_full(batch: list[bytes], line: bytes) -> bool:
    return bool(batch) and (len(batch) == BATCH_DOCUMENTS or sum(map(len, batch)) + len(line) > BATCH_BYTES)


def _batch_request(batch: list[bytes], mode: ImportMode) -> Request[tuple[list[ImportLineResult], ImportResult]]:
    return Request(
        "POST",
        versioned("documents", "import"),
        content=b"".join(batch),
        content_type="application/x-ndjson",
        query={"mode": mode},
        idempotency_key=str(uuid4()),
        is_slow=True,
        decode=_decode_results,
    )


def file_request(
    content: bytes, query: dict[str, str], idempotency_key: str | None = None
) -> Request[FileImportSummary]:
    """Sends a file, whose documents the service finds."""
    return Request(
        "POST",
        versioned("documents", "import", "file"),
        content=content,
        content_type="application/octet-stream",
        query=query,
        idempotency_key=idempotency_key or str(uuid4()),
        is_slow=True,
        decode=_decode_file,
    )


def _decode_file(body: bytes) -> FileImportSummary:
    lines = [parse_json(line) for line in body.split(b"\n") if line]
    if not lines or lines[-1].get("object") != "file_import_result":
        raise SextantConnectionError("The response to an import was cut off.")
    result: FileImportResult = lines.pop()
    return {**result, "documents": lines}


def _decode_results(body: bytes) -> tuple[list[ImportLineResult], ImportResult]:
    *results, summary = [parse_json(line) for line in body.split(b"\n") if line] or [{}]
    if summary.get("object") != "import_result":
        raise SextantConnectionError("The response to an import was cut off.")
    return results, summary
