"""Documents: what is written, read, listed and imported."""

from datetime import date
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

from .errors import ErrorDetail
from .queries import Facet, FacetResults, FilterEcho, Paging, SortEcho, SortValues
from .shared import ContentType, Envelope, Metadata, SuggestedDocument


class NewDocument(TypedDict):
    """A document to add or import. The service gives it an id if it has none."""

    id: NotRequired[str]
    title: str
    tenant_id: str
    content: NotRequired[str | None]
    content_type: NotRequired[ContentType]
    created_at: NotRequired[str | date]
    updated_at: NotRequired[str | date]
    language: NotRequired[str]
    metadata: NotRequired[Metadata | None]
    source_uri: NotRequired[str | None]


class DocumentChanges(TypedDict, total=False):
    """What an update changes; what is left out stays. `None` clears, and removes a key inside `metadata`."""

    title: str
    tenant_id: str
    content: str | None
    content_type: ContentType
    created_at: str | date
    updated_at: str | date
    language: str
    metadata: Metadata | None
    source_uri: str | None


class Document(Envelope, SuggestedDocument):
    """A stored document; `content` is the plain text it became."""

    content: str | None


class DeletedDocument(Envelope):
    """What remains of a deleted document."""

    id: str
    deleted: bool


class ListedDocument(SuggestedDocument):
    """A document in a list; `sort_value` has the values it was sorted by, if a sort was sent."""

    sort_value: SortValues | None


class BrowseDocumentsResult(Envelope, Paging):
    """One page of `documents.browse`."""

    data: list[ListedDocument]
    tenant_id: list[str] | None
    sort: SortEcho
    language: str | None


class FilterDocumentsResult(Envelope, Paging):
    """One page of `documents.filter`."""

    data: list[ListedDocument]
    tenant_id: list[str] | None
    filter: FilterEcho
    sort: SortEcho
    facet: list[str] | None
    facet_advanced: list[Facet] | None
    facet_result: FacetResults | None
    language: str | None


class MetadataField(TypedDict):
    """What the documents have under one metadata path."""

    field: str
    types: list[str]
    array: bool
    document_count: int
    distinct_count: int
    examples: list[Any]
    min: float | str | None
    max: float | str | None
    filterable: bool
    sortable: bool
    facetable: bool


class MetadataSchema(Envelope):
    """Every metadata path that the documents have."""

    data: list[MetadataField]
    total_number_of_documents: int


class DocumentPassage(TypedDict):
    """A part of a content; the offsets count UTF-16 units."""

    start: int
    end: int
    text: str


class DocumentPassages(Envelope):
    """The parts of a document that searches by meaning compare."""

    document_id: str
    data: list[DocumentPassage]
    total_number_of_results: int


ImportMode = Literal["insert", "upsert"]


class ImportLineResult(TypedDict):
    """The result of one imported document; `line` counts them from 1."""

    line: int
    id: str | None
    status: Literal["created", "updated", "failed"]
    error: ErrorDetail | None


class ImportResult(Envelope):
    """How many documents were created, updated and refused."""

    created: int
    updated: int
    failed: int


class ImportSummary(ImportResult):
    """The result of a whole import, with the first failures."""

    failures: list[ImportLineResult]


class ImportProgress(TypedDict):
    """How far an import is: documents with a result so far."""

    created: int
    updated: int
    failed: int


class FileDocumentResult(TypedDict):
    """What became of one document of a file, or of a part of it that can't be read; `line` counts them from 1."""

    line: int
    id: str | None
    title: str | None
    status: Literal["created", "updated", "failed"]
    error: ErrorDetail | None


class FileImportResult(Envelope):
    """What became of a file."""

    name: str
    tenant_id: str
    created: int
    updated: int
    unchanged: int
    removed: int
    failed: int


class FileImportSummary(FileImportResult):
    """What became of a file and of each of its documents."""

    documents: list[FileDocumentResult]
