"""Sextant as a retriever and as a vector store of LangChain. Needs `pip install sextant-client[langchain]`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast
from uuid import uuid4

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import VectorStore
from pydantic import Field
from typing_extensions import Self

from .client import AsyncSextant, Sextant
from .errors import ImportFailedError, NotFoundError
from .flows import LARGEST_PAGE
from .passages import passage_metadata
from .types.documents import Document as StoredDocument
from .types.documents import NewDocument
from .types.queries import Filter
from .types.search import Passage, RetrieveOptions, SearchHit, SearchOptions

__all__ = ["SextantRetriever", "SextantVectorStore"]

LONGEST_TITLE = 250


class SextantRetriever(BaseRetriever):
    """Retrieves passages of the documents in Sextant, as context for a language model.

    Attributes:
        client: The client to ask.
        async_client: The client for `ainvoke`; without it, that runs in a thread.
        k: How many passages, 1 to 100.
        search_kwargs: Other parameters of `client.retrieve`: `filter`, `tenant_id`, `language`, `rerank` …
            `invoke` takes them too, for one call.
    """

    client: Sextant
    async_client: AsyncSextant | None = None
    k: int = 10
    search_kwargs: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        result = self.client.retrieve(query, **self._options(kwargs))
        return [_passage_document(passage) for passage in result["data"]]

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        if self.async_client is None:
            return await super()._aget_relevant_documents(query, run_manager=run_manager, **kwargs)
        result = await self.async_client.retrieve(query, **self._options(kwargs))
        return [_passage_document(passage) for passage in result["data"]]

    def _options(self, kwargs: dict[str, Any]) -> RetrieveOptions:
        merged = {**self.search_kwargs, **kwargs}
        return cast("RetrieveOptions", {"retrieval_limit": merged.pop("k", self.k), **merged})


def _passage_document(passage: Passage) -> Document:
    return Document(page_content=passage["passage"], metadata=passage_metadata(passage))


class SextantVectorStore(VectorStore):
    """Documents in Sextant, which embeds them by itself: there is no embedding model to choose.

    A text is stored as the content of a document. Its title is `title` of the metadata, or else the first line of the
    text, and `source` of the metadata also becomes its `source_uri`. The async methods run in threads.

    Args:
        client: The client to use.
        tenant_id: The tenant that owns what is added here, and whose documents are searched.
        language: The language of what is added here, and of what is searched.
    """

    def __init__(self, client: Sextant, tenant_id: str, *, language: str = "en") -> None:
        self._client = client
        self._tenant_id = tenant_id
        self._language = language

    @property
    def embeddings(self) -> Embeddings | None:
        """None: Sextant embeds by itself."""
        return None

    def add_texts(
        self,
        texts: Iterable[str],
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: Sequence[str | None] | None = None,
        **kwargs: Any,
    ) -> list[str]:
        """Adds texts and returns their ids. A text whose id exists replaces what is there."""
        texts = list(texts)
        metadatas = metadatas or [{} for _ in texts]
        given_ids = ids or [None for _ in texts]
        all_ids = [id or uuid4().hex for id in given_ids]
        documents = [
            self._new_document(id, text, metadata) for id, text, metadata in zip(all_ids, texts, metadatas, strict=True)
        ]
        self._refuse_ids_of_others([id for id in given_ids if id])
        result = self._client.documents.import_(documents)
        if result["failed"]:
            reasons = [failure["error"]["message"] for failure in result["failures"][:5] if failure["error"]]
            raise ImportFailedError(f"{result['failed']} of {len(texts)} texts were refused: {' '.join(reasons)}")
        return all_ids

    def _new_document(self, id: str, text: str, metadata: dict[str, Any]) -> NewDocument:
        document: NewDocument = {
            "id": id,
            "tenant_id": self._tenant_id,
            "language": self._language,
            "title": _title(text, metadata),
            "content": text,
            # Null can't be stored, and means the same as leaving the key out.
            "metadata": {name: value for name, value in metadata.items() if value is not None},
        }
        source = metadata.get("source")
        if isinstance(source, str):
            document["source_uri"] = source[:1000]
        return document

    def _refuse_ids_of_others(self, ids: list[str]) -> None:
        """Ids are unique in an index, not in a tenant: importing one that is taken would replace what others have."""
        taken = self._existing(ids, {"must_not": [{"term": {"tenant_id": self._tenant_id}}]})
        if taken:
            raise ImportFailedError(f"Documents of other tenants have these ids: {', '.join(taken)}.")

    def _existing(self, ids: Sequence[str], condition: Filter) -> list[str]:
        """Those of the ids that documents have which meet a condition."""
        pages = [ids[start : start + LARGEST_PAGE] for start in range(0, len(ids), LARGEST_PAGE)]
        results = [
            self._client.documents.filter(
                {"must": [{"ids": {"values": list(page)}}, {"bool": condition}]}, limit=LARGEST_PAGE
            )
            for page in pages
        ]
        return [document["id"] for result in results for document in result["data"]]

    def delete(self, ids: list[str] | None = None, **kwargs: Any) -> bool:
        """Deletes documents of the tenant. Ids that don't exist in it are ignored."""
        if ids is None:
            raise ValueError("delete() needs ids: it does not delete everything.")
        for id in self._existing(ids, {"must": [{"term": {"tenant_id": self._tenant_id}}]}):
            try:
                self._client.documents.delete(id)
            except NotFoundError:
                continue
        return True

    def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        """Reads documents of the tenant. Ids that don't exist in it are left out."""
        existing = set(self._existing(ids, {"must": [{"term": {"tenant_id": self._tenant_id}}]}))
        return [document for id in ids if id in existing and (document := self._read(id)) is not None]

    def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        """Finds the `k` documents closest to the query; see `similarity_search_with_score`."""
        return [document for document, _ in self.similarity_search_with_score(query, k, **kwargs)]

    def similarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> list[tuple[Document, float]]:
        """Finds the `k` documents closest to the query, with scores from 0 to 1, best first.

        Args:
            query: At most 1,000 characters.
            k: How many documents, 1 to 100.
            kwargs: Other parameters of `client.search`: `filter`, `search_type` (`ai_semantic` unless given),
                `tenant_id`, `language`, `multilingual_search`, `ai_search_cutoff_score` (0 unless given) …
        """
        options = {
            "search_type": "ai_semantic",
            "ai_search_cutoff_score": 0,
            "tenant_id": [self._tenant_id],
            "language": self._language,
            **kwargs,
            # Scores are told as the values that results are sorted by.
            "sort": [{"_score": "desc"}],
            "highlights": False,
            "excerpts": False,
            "limit": k,
        }
        hits = self._client.search(query, **cast("SearchOptions", options))["data"]
        found = [(self._read(hit["id"]), _score(hit)) for hit in hits]
        return [(document, score) for document, score in found if document is not None]

    def _select_relevance_score_fn(self) -> Callable[[float], float]:
        return lambda score: score

    def _read(self, id: str) -> Document | None:
        """Search results have no content, so each is read; None if it was deleted meanwhile."""
        try:
            return _document(self._client.documents.get(id))
        except NotFoundError:
            return None

    @classmethod
    def from_texts(
        cls,
        texts: list[str],
        embedding: Embeddings | None = None,
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        **kwargs: Any,
    ) -> Self:
        """Makes a store with texts in it. `kwargs` are the arguments of the constructor; `embedding` must be None."""
        if embedding is not None:
            raise ValueError("Sextant embeds by itself: embedding must be None.")
        store = cls(**kwargs)
        store.add_texts(texts, metadatas, ids=ids)
        return store


def _title(text: str, metadata: dict[str, Any]) -> str:
    title = metadata.get("title")
    if not isinstance(title, str) or not title.strip():
        title = next(iter(text.strip().splitlines()), "")
    return title.strip()[:LONGEST_TITLE] or "Untitled"


def _document(stored: StoredDocument) -> Document:
    text = stored["content"] or ""
    metadata = dict(stored["metadata"] or {})
    # Documents that did not come through this store have what it would have put into the metadata.
    if stored["source_uri"] is not None:
        metadata.setdefault("source", stored["source_uri"])
    if stored["title"] != _title(text, {}):
        metadata.setdefault("title", stored["title"])
    return Document(id=stored["id"], page_content=text, metadata=metadata)


def _score(hit: SearchHit) -> float:
    scores = cast("list[float]", hit["sort_value"])
    return scores[0] / 100
