"""What many requests and responses have in common."""

from typing import Any, Literal

from typing_extensions import TypedDict

ConfidenceLevel = Literal["very_high", "high", "medium", "low", "not_available"]
AnalysisConfidenceLevel = Literal["very_high", "high", "medium", "low"]
StopReason = Literal["end_turn", "max_tokens", "not_available"]
SearchType = Literal["ai_semantic", "hybrid", "lexical"]
ContentType = Literal["plaintext", "html", "markdown"]

Metadata = dict[str, Any]
"""Strings, numbers, booleans, arrays of these, and nested objects."""


class LlmTokens(TypedDict):
    """Tokens that a language model wrote and read; 0 and null where none was asked."""

    llm_output_tokens: int
    llm_input_tokens: int
    model: str | None


class TokenUsage(TypedDict):
    """Tokens that a request consumed."""

    semantic_tokens: int
    llm_tokens: LlmTokens


class Envelope(TypedDict):
    """The fields of every response."""

    object: str
    url: str
    token_usage: TokenUsage
    livemode: bool


class SuggestedDocument(TypedDict):
    """A document as results show it: without its content."""

    id: str
    title: str
    source_uri: str | None
    metadata: Metadata | None
    tenant_id: str
    language: str
    created_at: str
    updated_at: str


class RelatedDocument(SuggestedDocument):
    """A document that was found by relevance."""

    confidence_level: ConfidenceLevel
