"""`client.documents`: everything under `/documents`, and `/filter`."""

from datetime import date

from typing_extensions import Unpack

from .endpoint import (
    EndpointGroup,
    FlowOf,
    Transport,
    all_items,
    endpoint,
    flow_endpoint,
    paged_endpoint,
    stream_endpoint,
)
from .files import FileToSend, modified_at, name_of, read_bytes
from .imports import Documents as DocumentsToImport
from .imports import ProgressCallback, file_request, import_in_batches
from .requests import PageRequest, Request, ask_page, delete, get, write
from .types.documents import (
    BrowseDocumentsResult,
    DeletedDocument,
    Document,
    DocumentChanges,
    DocumentPassages,
    FileImportSummary,
    FilterDocumentsResult,
    ImportLineResult,
    ImportMode,
    ImportSummary,
    ListedDocument,
    MetadataSchema,
    NewDocument,
)
from .types.queries import BrowseOptions, Filter, FilterOptions


class Documents(EndpointGroup[Transport]):
    """Add, read, change, delete, list and import documents."""

    @endpoint
    def add(self, *, idempotency_key: str | None = None, **document: Unpack[NewDocument]) -> Request[Document]:
        """Adds a document. An id that is taken is a `ConflictError`."""
        return write("documents", idempotency_key=idempotency_key, **document)

    @endpoint
    def get(self, id: str) -> Request[Document]:
        """Reads a document with its content."""
        return get("documents", id)

    @endpoint
    def update(
        self, id: str, *, idempotency_key: str | None = None, **changes: Unpack[DocumentChanges]
    ) -> Request[Document]:
        """Changes the fields that are given. Metadata is merged by key; `None` clears."""
        return write("documents", id, idempotency_key=idempotency_key, **changes)

    @endpoint
    def delete(self, id: str) -> Request[DeletedDocument]:
        """Deletes a document. A retry that finds it no more, because an earlier response was lost, succeeds."""
        return delete("documents", id, object="document", id=id)

    @paged_endpoint
    def browse(self, **options: Unpack[BrowseOptions]) -> PageRequest[BrowseDocumentsResult, ListedDocument]:
        """Lists documents, one page of them."""
        return ask_page("documents", "browse", **options)

    browse_all = all_items(browse)

    @paged_endpoint
    def filter(
        self, filter: Filter, **options: Unpack[FilterOptions]
    ) -> PageRequest[FilterDocumentsResult, ListedDocument]:
        """Finds documents by exact criteria, one page of them, and counts facets."""
        return ask_page("filter", filter=filter, **options)

    filter_all = all_items(filter)

    @endpoint
    def metadata_schema(self) -> Request[MetadataSchema]:
        """Tells which metadata the documents have."""
        return get("documents", "metadata-schema")

    @endpoint
    def passages(self, id: str) -> Request[DocumentPassages]:
        """The parts of a document that searches by meaning compare."""
        return get("documents", id, "passages")

    @endpoint
    def import_file(
        self,
        file: FileToSend,
        *,
        tenant_id: str,
        name: str | None = None,
        language: str | None = None,
        updated_at: str | date | None = None,
        idempotency_key: str | None = None,
    ) -> Request[FileImportSummary]:
        """Imports the documents of a file, such as a PDF: of a path, or of bytes with a `name`.

        The ending of the name tells the type, and a file of that name in the tenant is replaced. For a path, `name` is
        its last part and `updated_at` when the file was changed last, unless you say otherwise. An
        `InvalidRequestError` with the code `file_unreadable` says why nothing could be read.
        """
        optional = {"language": language, "updated_at": updated_at or modified_at(file)}
        given = {
            key: value if isinstance(value, str) else value.isoformat() for key, value in optional.items() if value
        }
        query = {"name": name_of(file, name), "tenant_id": tenant_id, **given}
        return file_request(read_bytes(file), query, idempotency_key)

    @flow_endpoint
    def import_(
        self,
        documents: DocumentsToImport,
        *,
        mode: ImportMode = "upsert",
        on_progress: ProgressCallback | None = None,
    ) -> FlowOf[ImportLineResult, ImportSummary]:
        """Imports any number of documents and returns the totals, with the first 100 failures.

        Documents are taken from the iterable as they are sent, so it can be a generator over a file of any size.
        `upsert` replaces documents whose id exists; `insert` refuses them. `on_progress` is called after each batch.
        """
        return lambda retries: import_in_batches(documents, mode, retries, on_progress)

    @stream_endpoint
    def import_stream(
        self,
        documents: DocumentsToImport,
        *,
        mode: ImportMode = "upsert",
        on_progress: ProgressCallback | None = None,
    ) -> FlowOf[ImportLineResult, ImportSummary]:
        """Imports any number of documents while you iterate over their results."""
        return lambda retries: import_in_batches(documents, mode, retries, on_progress)
