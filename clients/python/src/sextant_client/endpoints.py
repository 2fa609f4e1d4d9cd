"""The methods of both clients that are not about documents or models: one per endpoint, named after it."""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Any, Literal

from typing_extensions import Self, Unpack

from .answer_events import answer_events
from .documents import Documents
from .endpoint import EndpointGroup, FlowOf, Transport, all_items, endpoint, paged_endpoint, stream_endpoint
from .keys import Keys
from .models import Models
from .query_log import QueryLog
from .requests import PageRequest, Request, ask, ask_page, get, raw, slow
from .retries import RetryPolicy
from .rules import Curations, Synonyms
from .types.analysis import (
    AnalyzeSentimentOptions,
    AnalyzeSentimentResult,
    CategorizeOptions,
    CategorizeResult,
    Category,
    ClassifyInput,
    ClassifyResult,
    ModelOptions,
    PredictorInput,
    PredictResult,
)
from .types.answers import (
    AnswerEvent,
    AnswerOptions,
    GenerateAnswerResult,
    InvokeLlmOptions,
    InvokeLlmResult,
    SummarizeOptions,
    SummarizeResult,
)
from .types.queries import PageOptions
from .types.search import (
    AutoSuggestResult,
    DocumentMap,
    FindDuplicateResult,
    FindSimilarOptions,
    FindSimilarResult,
    MapOptions,
    MultiSearchResult,
    RetrieveOptions,
    RetrievePassagesResult,
    SearchHit,
    SearchOptions,
    SearchParameters,
    SearchResult,
    SourceDocument,
    SuggestOptions,
)
from .types.service import Health, ListVersionsResult, Readiness
from .types.shared import RelatedDocument
from .types.statistics import ActivityList, BrowseStatisticsResult, StatisticsOptions


class Endpoints(EndpointGroup[Transport]):
    """Search, answers and analysis."""

    documents: Documents[Transport]
    models: Models[Transport]
    query_log: QueryLog[Transport]
    synonyms: Synonyms[Transport]
    curations: Curations[Transport]
    keys: Keys[Transport]

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.documents = Documents(transport)
        self.models = Models(transport)
        self.query_log = QueryLog(transport)
        self.synonyms = Synonyms(transport)
        self.curations = Curations(transport)
        self.keys = Keys(transport)

    def with_options(self, *, timeout: float | None = None, retries: RetryPolicy | int | None = None) -> Self:
        """A client with another timeout or other retries, over the connections of this one, which closes them."""
        other = copy(self)
        settings = self._transport.settings.with_options(timeout, retries)
        Endpoints.__init__(other, replace(self._transport, settings=settings, owns_client=False))
        return other

    @paged_endpoint
    def search(self, query: str, **options: Unpack[SearchOptions]) -> PageRequest[SearchResult, SearchHit]:
        """Finds documents by words, by meaning or by both, best first: one page of them."""
        return ask_page("search", query=query, **options)

    search_all = all_items(search)

    @endpoint
    def multi_search(self, searches: list[SearchParameters]) -> Request[MultiSearchResult]:
        """Runs up to 20 searches in one request. One that is refused has an `error`, and spoils no other."""
        return ask("multi-search", searches=searches)

    @endpoint
    def suggest(self, query: str, **options: Unpack[SuggestOptions]) -> Request[AutoSuggestResult]:
        """Suggests documents whose title has a word that begins like the query."""
        return ask("auto-suggest", query=query, **options)

    @endpoint
    def retrieve(self, query: str, **options: Unpack[RetrieveOptions]) -> Request[RetrievePassagesResult]:
        """Finds the passages that are closest to the query, as context for a language model."""
        return ask("retrieve", query=query, **options)

    @endpoint
    def answer(self, query: str, **options: Unpack[AnswerOptions]) -> Request[GenerateAnswerResult]:
        """Answers a question from the documents, and names its sources."""
        return slow(ask("generate-answer", query=query, **options))

    @stream_endpoint
    def answer_stream(self, query: str, **options: Unpack[AnswerOptions]) -> FlowOf[AnswerEvent, None]:
        """Answers a question piece by piece: `sources`, `delta` as often as needed, then `done`."""
        request: Request[Any] = slow(ask("generate-answer", query=query, stream=True, **options))
        return lambda retries: answer_events(request, retries)

    @endpoint
    def invoke_llm(self, instruction: str, **options: Unpack[InvokeLlmOptions]) -> Request[InvokeLlmResult]:
        """Lets the language model write by an instruction."""
        return slow(ask("invoke-llm", instruction=instruction, **options))

    @endpoint
    def summarize(self, document_id: str, **options: Unpack[SummarizeOptions]) -> Request[SummarizeResult]:
        """Summarises a document, in any supported language."""
        return slow(ask("summarize", document_id=document_id, **options))

    @endpoint
    def categorize(
        self, document_id: list[str], categories: list[Category], **options: Unpack[CategorizeOptions]
    ) -> Request[CategorizeResult]:
        """Assigns documents to categories that you describe."""
        return slow(ask("categorize", document_id=document_id, categories=categories, **options))

    @endpoint
    def analyze_sentiment(self, **options: Unpack[AnalyzeSentimentOptions]) -> Request[AnalyzeSentimentResult]:
        """Tells the sentiment of texts or of documents."""
        return ask("analyze-sentiment", **options)

    @endpoint
    def classify(self, model_id: str, input: ClassifyInput, **options: Unpack[ModelOptions]) -> Request[ClassifyResult]:
        """Labels a text or a document with a text classifier of yours."""
        return ask("classify", model_id=model_id, input=input, **options)

    @endpoint
    def predict(self, model_id: str, input: PredictorInput, **options: Unpack[ModelOptions]) -> Request[PredictResult]:
        """Predicts a label or a number from structured data with a predictor of yours."""
        return ask("predict", model_id=model_id, input=input, **options)

    @paged_endpoint
    def find_similar(
        self, source_documents: list[SourceDocument], **options: Unpack[FindSimilarOptions]
    ) -> PageRequest[FindSimilarResult, RelatedDocument]:
        """Finds documents like these, best first: one page of them."""
        return ask_page("find-similar", source_documents=source_documents, **options)

    find_similar_all = all_items(find_similar)

    @paged_endpoint
    def find_duplicate(
        self, document_id: str, **options: Unpack[PageOptions]
    ) -> PageRequest[FindDuplicateResult, RelatedDocument]:
        """Finds copies of a document, best first: one page of them."""
        return ask_page("find-duplicate", document_id=document_id, **options)

    find_duplicate_all = all_items(find_duplicate)

    @endpoint
    def statistics(self, **options: Unpack[StatisticsOptions]) -> Request[BrowseStatisticsResult]:
        """Reads how requests, latency, errors, sizes and memory have changed; needs the scope `metrics` or `admin`."""
        return ask("statistics", "browse", **options)

    @endpoint
    def activity(self) -> Request[ActivityList]:
        """Lists imports, trainings and other work that goes on; needs the scope `metrics` or `admin`."""
        return get("activity")

    @endpoint
    def map(self, **options: Unpack[MapOptions]) -> Request[DocumentMap]:
        """Places documents in a plane, similar ones near each other. While `state` is `computing`, ask again."""
        return ask("map", **options)

    @endpoint
    def versions(self) -> Request[ListVersionsResult]:
        """Lists the versions of the API that the service serves."""
        return Request("GET", "/versions")

    @endpoint
    def openapi(self) -> Request[dict[str, Any]]:
        """Reads the description of the API, for tools."""
        return get("openapi.json")

    @endpoint
    def health(self) -> Request[Health]:
        """Says that the service lives."""
        return Request("GET", "/healthz")

    @endpoint
    def readiness(self) -> Request[Readiness]:
        """Says that the service serves requests; while it starts, this retries."""
        return Request("GET", "/readyz")

    @endpoint
    def metrics(self) -> Request[str]:
        """Reads the metrics in the text format of Prometheus; needs a key with the scope `metrics`."""
        return Request("GET", "/metrics", decode=bytes.decode)

    @endpoint
    def request(
        self,
        method: Literal["GET", "POST", "DELETE"],
        path: str,
        *,
        json: Any = None,
        content: str | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Request[str]:
        """Sends any request with the key of this client, for endpoints that are newer than it, and returns the text.

        Args:
            method: As in HTTP.
            path: Of the whole service, with its query string: `/v20241104/search`.
            json: The body, as a value.
            content: Another body than JSON; its `Content-Type` is among the headers.
            headers: What is sent besides the key.
        """
        return raw(method, path, json, content, headers or {})
