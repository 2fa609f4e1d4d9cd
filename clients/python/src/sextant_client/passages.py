"""Passages as the retrievers of other libraries want them."""

from typing import Any

from .types.search import Passage
from .types.shared import ConfidenceLevel

_LOWEST_SCORES: dict[ConfidenceLevel, float] = {"very_high": 0.8, "high": 0.65, "medium": 0.5, "low": 0.0}


def passage_metadata(passage: Passage) -> dict[str, Any]:
    """Everything about a passage but its text; `source` is what many libraries look for."""
    metadata: dict[str, Any] = {name: value for name, value in passage.items() if name != "passage"}
    return {**metadata, "source": passage["source_uri"] or passage["document_id"]}


def lowest_score(level: ConfidenceLevel) -> float | None:
    """The lowest score, 0 to 1, that a confidence level stands for. The service tells levels, not scores."""
    return _LOWEST_SCORES.get(level)
