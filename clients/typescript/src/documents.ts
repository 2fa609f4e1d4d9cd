import type { Api } from './api.js';
import type {
  BrowseDocumentsRequest,
  BrowseDocumentsResult,
  DeletedDocument,
  Document,
  DocumentChanges,
  DocumentPassages,
  FileImportResult,
  FilterDocumentsRequest,
  FilterDocumentsResult,
  ImportLineResult,
  ListedDocument,
  MetadataSchema,
  NewDocument,
} from './generated/openapi.js';
import { type DocumentSource, type ImportOptions, type ImportSummary, importDocuments } from './import.js';
import { type FileDescription, type FileImportOptions, importFile } from './import-file.js';
import { Listing } from './listing.js';
import type { CallOptions, WriteOptions } from './options.js';

/** The stored documents: `client.documents`. */
export class Documents {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Adds a document. When this resolves, every search can find it. */
  add(document: NewDocument, options?: WriteOptions): Promise<Document> {
    return this.#api.call('addDocument', { body: document }, options);
  }

  get(id: string, options?: CallOptions): Promise<Document> {
    return this.#api.call('getDocument', { params: { id } }, options);
  }

  /** Changes the given fields. Metadata is merged by top-level key; null removes a key. */
  update(id: string, changes: DocumentChanges, options?: WriteOptions): Promise<Document> {
    return this.#api.call('updateDocument', { params: { id }, body: changes }, options);
  }

  /** Deletes a document. A retry that finds it no more, because the response to an earlier attempt was lost, succeeds. */
  delete(id: string, options?: CallOptions): Promise<DeletedDocument> {
    return this.#api.call('deleteDocument', { params: { id } }, options);
  }

  /** One page of the documents, by default the newest. */
  browse(request: BrowseDocumentsRequest = {}, options?: CallOptions): Promise<BrowseDocumentsResult> {
    return this.#api.call('browseDocuments', { body: request }, options);
  }

  /** All documents. `limit` is the size of a page. */
  browseAll(
    request: BrowseDocumentsRequest = {},
    options?: CallOptions,
  ): Listing<ListedDocument, BrowseDocumentsResult> {
    return new Listing((page) => this.browse({ ...request, ...page }, options), request);
  }

  /** One page of the documents that match a filter. */
  filter(request: FilterDocumentsRequest, options?: CallOptions): Promise<FilterDocumentsResult> {
    return this.#api.call('filterDocuments', { body: request }, options);
  }

  /** All documents that match a filter. `limit` is the size of a page. */
  filterAll(request: FilterDocumentsRequest, options?: CallOptions): Listing<ListedDocument, FilterDocumentsResult> {
    return new Listing((page) => this.filter({ ...request, ...page }, options), request);
  }

  /**
   * Imports any number of documents. A document that fails does not stop the import: check `failed`, or use `importStream` to
   * see why.
   */
  async import(documents: DocumentSource, options: ImportOptions = {}): Promise<ImportSummary> {
    const results = importDocuments(this.#api, documents, options);
    for (;;) {
      const { done, value } = await results.next();
      if (done) return value;
    }
  }

  /** Imports any number of documents and yields the result of each, in order. Stopping early sends no further batch. */
  importStream(
    documents: DocumentSource,
    options: ImportOptions = {},
  ): AsyncGenerator<ImportLineResult, ImportSummary, void> {
    return importDocuments(this.#api, documents, options);
  }

  /**
   * Imports the documents of a file: Markdown, HTML, text, PDF, DOCX, EPUB, EML, MBOX, CSV, JSON or NDJSON. A file of the same name
   * is replaced. Rejects with an `InvalidRequestError` whose code is `file_unreadable` if there is no document in it.
   */
  importFile(
    file: Blob | ArrayBuffer | string,
    description: FileDescription,
    options?: FileImportOptions,
  ): Promise<FileImportResult> {
    return importFile(this.#api, file, description, options);
  }

  /** The passages of a document: the parts of its content that searches by meaning compare. */
  passages(id: string, options?: CallOptions): Promise<DocumentPassages> {
    return this.#api.call('getDocumentPassages', { params: { id } }, options);
  }

  /** Which metadata the documents have. */
  metadataSchema(options?: CallOptions): Promise<MetadataSchema> {
    return this.#api.call('getMetadataSchema', {}, options);
  }
}
