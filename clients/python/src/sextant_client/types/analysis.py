"""Sentiment, categories, and what trained models say."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict

from .shared import AnalysisConfidenceLevel, Envelope

Sentiment = Literal["negative", "neutral", "positive"]


class AnalyzeSentimentOptions(TypedDict, total=False):
    """Either `document_id` or `text`."""

    document_id: list[str]
    text: list[str]


class AnalyzedText(TypedDict):
    """The sentiment of one text or document; the other of both is null."""

    sentiment: Sentiment
    confidence_level: AnalysisConfidenceLevel
    text: str | None
    document_id: str | None


class AnalyzeSentimentResult(Envelope):
    """Sentiments in the order asked."""

    data: list[AnalyzedText]
    text: list[str] | None
    document_id: list[str] | None


class Category(TypedDict):
    """A category, described in 100 to 500 characters."""

    name: str
    description: str


class AssignedCategory(TypedDict):
    """A category that fits a document."""

    name: str
    confidence_level: AnalysisConfidenceLevel


class CategorizedDocument(TypedDict):
    """A document with its categories, best first."""

    id: str
    title: str
    categories: list[AssignedCategory]


class CategorizeOptions(TypedDict, total=False):
    """Parameters of `categorize` beside documents and categories."""

    max_categories: int
    min_confidence_level: Literal["very_high", "high", "medium"]


class CategorizeResult(Envelope):
    """Categories of documents."""

    data: list[CategorizedDocument]
    document_id: list[str]
    categories: list[Category]
    max_categories: int
    min_confidence_level: str


class ModelOptions(TypedDict, total=False):
    """Which version of a model to ask, and for how much."""

    max_labels: int
    version: str
    explain: bool


class ClassifyInput(TypedDict):
    """A text of at most 5,000 characters, or the id of a document."""

    type: Literal["text", "document_id"]
    value: str


class ScoredLabel(TypedDict):
    """A label and how likely it is, 0 to 1."""

    label: str
    confidence_score: float


class WordWeight(TypedDict):
    """How much a word speaks for the label (above 0) or against it."""

    word: str
    weight: float


class ClassificationExplanation(TypedDict):
    """The words that decided, and what only the text as a whole contributes."""

    words: list[WordWeight]
    meaning: float


class Classification(ScoredLabel):
    """The label of a text."""

    alternatives: list[ScoredLabel]
    explanation: NotRequired[ClassificationExplanation]


class ClassifyResult(Envelope):
    """What a text classifier says."""

    data: list[Classification]
    input: ClassifyInput
    model_id: str
    version: str
    max_labels: int


PredictorInput: TypeAlias = Mapping[str, str | float | bool | None]


class Interval(TypedDict):
    """Contains the actual number with the probability given by `confidence_score`."""

    low: float
    high: float


class Prediction(ScoredLabel):
    """A predicted label, or a number as a string."""

    alternatives: list[ScoredLabel]
    interval: NotRequired[Interval]


class FieldWeight(TypedDict):
    """How much a field speaks for the prediction (above 0) or against it."""

    field: str
    weight: float


class PredictionExplanation(TypedDict):
    """The fields that decided."""

    fields: list[FieldWeight]


class PredictedItem(TypedDict):
    """A prediction and, if asked for, what decided it."""

    prediction: Prediction
    explanation: NotRequired[PredictionExplanation]


class PredictResult(Envelope):
    """What a predictor says."""

    data: list[PredictedItem]
    input: PredictorInput
    model_id: str
    version: str
