"""Search, suggestions, passages, similar documents and duplicates."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict, final

from .errors import ErrorDetail
from .queries import (
    Facet,
    FacetOptions,
    FacetResults,
    Filter,
    FilterEcho,
    PageOptions,
    Paging,
    QueryOptions,
    SortEcho,
    SortValues,
)
from .rules import AppliedRules, AppliedSynonym
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
    explain: NotRequired[bool]
    fuzzy_search: NotRequired[bool]
    highlights: NotRequired[bool]
    highlight_fragments: NotRequired[int]
    highlight_fragment_size: NotRequired[int]
    highlight_tags: NotRequired[HighlightTags]
    hybrid_search_ai_ratio: NotRequired[float]
    multilingual_search: NotRequired[bool]


class SearchParameters(SearchOptions):
    """One of the searches of `multi_search`."""

    query: str


class MatchedTerm(TypedDict):
    """A term of the index that a word of the query matched, and how much it counts."""

    term: str
    kind: Literal["exact", "stem", "typo", "compound", "synonym"]
    query_word: str
    fields: list[Literal["title", "content"]]
    weight: float


class LexicalExplanation(TypedDict):
    """What the words contributed."""

    score: float
    strength: float
    phrase_bonus: float
    terms: list[MatchedTerm]


class SemanticExplanation(TypedDict):
    """What the meaning contributed."""

    score: float
    strength: float


class BestPassage(TypedDict):
    """The passage that is closest in meaning, and where it stands in the content, in UTF-16 units."""

    number: int
    start: int | None
    end: int | None
    score: float


class ScoreMixing(TypedDict):
    """How words and meaning were mixed."""

    semantic_share: float
    formula: str


class ConfidenceExplanation(TypedDict):
    """The rule that set the level of confidence."""

    level: ConfidenceLevel
    rule: str


class SearchExplanation(TypedDict):
    """Why a document was found, with `explain`."""

    score: float | None
    lexical: LexicalExplanation | None
    semantic: SemanticExplanation | None
    best_passage: BestPassage | None
    mixing: ScoreMixing | None
    confidence: ConfidenceExplanation


class SearchHit(RelatedDocument):
    """A document that was found; matching words are highlighted in `title` and `excerpt`."""

    excerpt: str | None
    sort_value: SortValues | None
    explanation: NotRequired[SearchExplanation]


@final  # lets type checkers tell it from a FailedSearch by `"error" in result`
class SearchResult(Envelope, Paging, AppliedRules):
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
    explain: NotRequired[bool]
    relaxed_phrases: NotRequired[list[str]]


@final
class FailedSearch(TypedDict):
    """A search of `multi_search` that was refused. It spoils no other."""

    error: ErrorDetail


class MultiSearchResult(Envelope):
    """The results of several searches, in their order."""

    data: list[SearchResult | FailedSearch]


class SuggestOptions(QueryOptions, total=False):
    """Parameters of `suggest` beside the query."""

    limit: int


class AutoSuggestResult(Envelope, AppliedRules):
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
    applied_synonyms: NotRequired[list[AppliedSynonym]]
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


class MapOptions(TypedDict, total=False):
    """Parameters of `map`."""

    color_by: str
    filter: Filter
    language: str
    tenant_id: list[str]


class MapPoints(TypedDict):
    """Columns: the first entries of all belong to the first document, and so on."""

    id: list[str]
    x: list[float]
    y: list[float]
    color: list[int] | None


class MapLegendValue(TypedDict):
    """A value that points are coloured by, and how many have it."""

    value: str | float | bool
    count: int


class MapLegend(TypedDict):
    """What points are coloured by."""

    values: list[MapLegendValue]
    other_count: int
    missing_count: int


class MapRegion(TypedDict):
    """A region of the map and its most telling words."""

    level: int
    x: float
    y: float
    count: int
    words: list[str]


class DocumentMap(Envelope):
    """All documents as points in a plane."""

    state: Literal["ready", "computing", "empty", "off"]
    progress: float | None
    total_number_of_documents: int
    tenant_id: list[str] | None
    language: str | None
    filter: FilterEcho | None
    color_by: str | None
    number_of_points: int
    points: MapPoints
    legend: MapLegend | None
    regions: list[MapRegion]


class FindDuplicateResult(Envelope, Paging):
    """One page of `find_duplicate`; `confidence_level` says how likely an item is a copy."""

    data: list[RelatedDocument]
    document_id: str
    tenant_id: list[str] | None
    filter: FilterEcho | None
    sort: SortEcho
    language: str
