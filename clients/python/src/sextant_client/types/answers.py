"""Answers, free text of a language model, and summaries."""

from typing import Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict

from .queries import FilterEcho, QueryOptions
from .rules import AppliedSynonym
from .shared import ConfidenceLevel, Envelope, RelatedDocument, StopReason


class MessageText(TypedDict):
    """A part of a message."""

    text: str


class Message(TypedDict):
    """A turn of a conversation."""

    role: Literal["user", "assistant"]
    content: list[MessageText]


class AnswerOptions(QueryOptions, total=False):
    """Parameters of `answer` and `answer_stream` beside the query."""

    ai_search_cutoff_score: int
    document_id: list[str]
    greeting_response: str
    max_messages: int
    max_output_tokens: int
    multilingual_search: bool
    previous_messages: list[Message]
    retrieval_limit: int
    temperature: float


class AnswerSpan(TypedDict):
    """Where the words that were asked for stand in the content of a document, in UTF-16 units."""

    document_id: str
    start: int
    end: int


class AnswerSource(RelatedDocument):
    """A document that an answer cites."""


class Answer(TypedDict):
    """An answer with the documents it rests on; `[1]` in it stands for the first of `sources`."""

    answer: str
    sources: list[AnswerSource]
    answer_span: AnswerSpan | None
    confidence_level: ConfidenceLevel
    stop_reason: StopReason


class GenerateAnswerResult(Envelope):
    """Send `messages` as `previous_messages` to go on with the conversation."""

    query: str
    data: list[Answer]
    messages: list[Message]
    document_id: list[str] | None
    tenant_id: list[str] | None
    filter: FilterEcho | None
    language: str | None
    multilingual_search: bool
    retrieval_limit: int
    max_output_tokens: int
    temperature: float
    ai_search_cutoff_score: int
    greeting_response: str | None
    total_number_of_results: int
    applied_synonyms: NotRequired[list[AppliedSynonym]]
    model: str | None


class AnswerSources(TypedDict):
    """The documents that the answer cites so far."""

    sources: list[AnswerSource]


class AnswerText(TypedDict):
    """More text of the answer."""

    text: str


class AnswerSourcesEvent(TypedDict):
    """Comes before any text, and again when more documents are cited."""

    event: Literal["sources"]
    data: AnswerSources


class AnswerDeltaEvent(TypedDict):
    """Comes as often as needed; these texts joined are the answer."""

    event: Literal["delta"]
    data: AnswerText


class AnswerDoneEvent(TypedDict):
    """The end of the answer, with all that `answer` would return."""

    event: Literal["done"]
    data: GenerateAnswerResult


AnswerEvent: TypeAlias = AnswerSourcesEvent | AnswerDeltaEvent | AnswerDoneEvent


class InvokeLlmOptions(TypedDict, total=False):
    """Parameters of `invoke_llm` beside the instruction."""

    input: str
    max_output_tokens: int
    temperature: float


class LlmOutput(TypedDict):
    """What the language model wrote."""

    output: str
    stop_reason: StopReason


class InvokeLlmResult(Envelope):
    """The text that a language model wrote."""

    data: list[LlmOutput]
    instruction: str
    input: str | None
    max_output_tokens: int
    temperature: float
    model: str


class SummarizeOptions(TypedDict, total=False):
    """Parameters of `summarize` beside the document."""

    language_summary: str
    length_summary: Literal["short", "medium", "long"]


class Summary(TypedDict):
    """The summary of a document."""

    id: str
    title: str
    summary: str
    stop_reason: StopReason
    source_uri: str | None


class SummarizeResult(Envelope):
    """The summary of a document, with what was asked."""

    data: list[Summary]
    document_id: str
    length_summary: str
    language_summary: str
