"""Search, suggestions, passages, similar documents and duplicates."""

from typing_extensions import NotRequired, TypedDict

from .queries import (
    Facet,
    FacetOptions,
    FacetResults,
    FilterEcho,
    PageOptions,
    Paging,
    QueryOptions,
    SortEcho,
    SortValues,
)
from .shared import ConfidenceLevel, Envelope, RelatedDocument, SearchType, SuggestedDocument


class HighlightTags(TypedDict):
    """What is put before and after a highlighted word."""

    pre_tag: str
    post_tag: str


class SearchOptions(FacetOptions):
    """Parameters of `search` beside the query."""

    search_type: SearchType
    ai_search_cutoff_score: NotRequired[int]
    excerpts: NotRequired[bool]
    fuzzy_search: NotRequired[bool]
    highlights: NotRequired[bool]
    highlight_fragments: NotRequired[int]
    highlight_fragment_size: NotRequired[int]
    highlight_tags: NotRequired[HighlightTags]
    hybrid_search_ai_ratio: NotRequired[float]
    multilingual_search: NotRequired[bool]


class SearchHit(RelatedDocument):
    """A document that was found; matching words are highlighted in `title` and `excerpt`."""

    excerpt: str | None
    sort_value: SortValues | None


class SearchResult(Envelope, Paging):
    """One page of `search`."""

    query: str
    search_type: SearchType
    hybrid_search_ai_ratio: float | None
    data: list[SearchHit]
    tenant_id: list[str] | None
    filter: FilterEcho | None
    sort: SortEcho
    facet: list[str] | None
    facet_advanced: list[Facet] | None
    facet_result: FacetResults
    language: str | None
    multilingual_search: bool
    fuzzy_search: bool | None
    highlights: bool
    excerpts: bool
    ai_search_cutoff_score: int | None
    relaxed_phrases: NotRequired[list[str]]


class SuggestOptions(QueryOptions, total=False):
    """Parameters of `suggest` beside the query."""

    limit: int


class AutoSuggestResult(Envelope):
    """Documents whose title has a word that begins like the query."""

    query: str
    data: list[SuggestedDocument]
    tenant_id: list[str] | None
    language: str
    filter: FilterEcho | None
    total_number_of_results: int
    limit: int


class RetrieveOptions(QueryOptions, total=False):
    """Parameters of `retrieve` beside the query."""

    ai_search_cutoff_score: int
    document_id: list[str]
    multilingual_search: bool
    rerank: bool
    retrieval_limit: int


class Passage(TypedDict):
    """A part of a document, of 100 to 200 words."""

    passage: str
    document_id: str
    title: str
    source_uri: str | None
    tenant_id: str
    language: str
    created_at: str
    updated_at: str
    confidence_level: ConfidenceLevel


class RetrievePassagesResult(Envelope):
    """The passages that are closest to the query, best first."""

    query: str
    data: list[Passage]
    total_number_of_results: int
    document_id: list[str] | None
    tenant_id: list[str] | None
    filter: FilterEcho | None
    language: str | None
    multilingual_search: bool
    rerank: NotRequired[bool]
    retrieval_limit: int
    ai_search_cutoff_score: int


class SourceDocument(TypedDict):
    """A document to compare with; weights are above 0 and at most 1."""

    id: str
    weight: NotRequired[float]


class WeightedDocument(TypedDict):
    """A document that was compared with, and its weight."""

    id: str
    weight: float


class FindSimilarOptions(PageOptions, total=False):
    """Parameters of `find_similar` beside the sources."""

    multilingual_search: bool


class FindSimilarResult(Envelope, Paging):
    """One page of `find_similar`."""

    data: list[RelatedDocument]
    source_documents: list[WeightedDocument]
    tenant_id: list[str] | None
    filter: FilterEcho | None
    sort: SortEcho
    language: str | None
    multilingual_search: bool


class FindDuplicateResult(Envelope, Paging):
    """One page of `find_duplicate`; `confidence_level` says how likely an item is a copy."""

    data: list[RelatedDocument]
    document_id: str
    tenant_id: list[str] | None
    filter: FilterEcho | None
    sort: SortEcho
    language: str
