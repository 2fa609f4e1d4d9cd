"""Models that are trained with labelled examples, and their versions."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict

from .analysis import PredictorInput
from .errors import Problem
from .queries import Filter
from .shared import Envelope

ModelKind = Literal["text_classifier", "predictor"]
ModelVersionStatus = Literal["queued", "training", "ready", "failed", "canceled"]


class CreateModelOptions(TypedDict, total=False):
    """Parameters of `models.create` beside the kind."""

    id: str
    name: str | None
    description: str | None
    tenant_id: str | None


class ModelChanges(TypedDict, total=False):
    """What an update of a model changes."""

    name: str | None
    description: str | None
    default_version: str


class VersionSummary(TypedDict):
    """A version and where its training stands."""

    version: str
    status: ModelVersionStatus


class ListedModel(TypedDict):
    """A model and its versions."""

    id: str
    kind: ModelKind
    name: str | None
    description: str | None
    tenant_id: str | None
    default_version: str | None
    versions: list[VersionSummary]
    created_at: str
    updated_at: str


class Model(Envelope, ListedModel):
    """A model that was asked for or written."""


class ModelList(Envelope):
    """Every model that the key may see."""

    data: list[ListedModel]


class DeletedModel(Envelope):
    """What remains of a deleted model."""

    id: str
    deleted: bool


class DeletedModelVersion(DeletedModel):
    """What remains of a deleted version."""

    version: str


class TextExample(TypedDict):
    """An example for a text classifier."""

    text: str
    label: str


class PredictorExample(TypedDict):
    """An example for a predictor. Its label is what is to be predicted, a number or a category."""

    input: PredictorInput
    label: str | float | bool


class LabelledDocuments(TypedDict):
    """Stored documents as examples, labelled by a field such as `metadata.topic`."""

    filter: NotRequired[Filter]
    label_field: str


class NewModelVersion(TypedDict, total=False):
    """Parameters of `models.versions.create`: either `examples` or `documents`."""

    version: str
    default: bool
    examples: list[TextExample] | list[PredictorExample]
    documents: LabelledDocuments


class UploadVersionOptions(TypedDict, total=False):
    """Parameters of `models.versions.upload` beside the file."""

    version: str
    default: bool
    label_field: str


class LabelCount(TypedDict):
    """How many examples have a label."""

    label: str
    count: int


class TrainingError(TypedDict):
    """Why a training failed."""

    code: str
    message: str


class LabelMetrics(TypedDict):
    """How well one label is found."""

    label: str
    precision: float
    recall: float
    f1: float
    support: int


class ConfusionMatrix(TypedDict):
    """How often an example of the row's label was given the column's label."""

    labels: list[str]
    counts: list[list[int]]


class CalibrationBin(TypedDict):
    """Held-out examples of about the same confidence, and the fraction of them that was predicted correctly."""

    confidence: float
    accuracy: float
    count: int


class ClassificationMetrics(TypedDict):
    """What was measured on examples that were held out."""

    accuracy: float
    macro_f1: float
    labels: list[LabelMetrics]
    confusion_matrix: ConfusionMatrix
    calibration_error: float
    calibration: NotRequired[list[CalibrationBin]]


class PredictedNumber(TypedDict):
    """The actual number of a held-out example, and the predicted one."""

    actual: float
    predicted: float


class RegressionMetrics(TypedDict):
    """What was measured on examples that were held out, where numbers are predicted."""

    r2: float
    mae: float
    predictions: NotRequired[list[PredictedNumber]]


class InputField(TypedDict):
    """A field that a predictor takes."""

    name: str
    type: Literal["number", "category", "boolean", "date", "text", "identifier"]
    required: bool
    values: NotRequired[list[str]]


class LabelConflict(TypedDict):
    """Equal examples with different labels."""

    examples: list[int]
    labels: list[str]


class LabelConflicts(TypedDict):
    """How many conflicts there are, and the first of them."""

    count: int
    listed: list[LabelConflict]


class SuspectedLabel(TypedDict):
    """An example whose label looks wrong."""

    example: int
    label: str
    suggested: str
    confidence: float


class SuspectedLabels(TypedDict):
    """How many labels look wrong, and the first of them."""

    count: int
    listed: list[SuspectedLabel]


class TrainingReport(TypedDict):
    """About the examples of a training."""

    examples: int
    used: int
    duplicates: int
    conflicts: LabelConflicts
    suspected_labels: SuspectedLabels


class TellingWord(TypedDict):
    """A word that speaks for a label."""

    word: str
    weight: float


class TellingWordsOfLabel(TypedDict):
    """The words that speak most for a label, strongest first."""

    label: str
    words: list[TellingWord]


class TellingWords(TypedDict):
    """What a text classifier goes by."""

    kind: Literal["words"]
    labels: list[TellingWordsOfLabel]


class FieldImportance(TypedDict):
    """How much worse held-out examples are predicted when the values of a field are shuffled."""

    field: str
    importance: float


class TellingFields(TypedDict):
    """What a predictor goes by, most important first."""

    kind: Literal["fields"]
    fields: list[FieldImportance]


TellingFeatures = TellingWords | TellingFields


class ModelVersion(Envelope):
    """A version of a model. `metrics`, `report` and `features` are there once it is ready."""

    id: str
    version: str
    status: ModelVersionStatus
    progress: float
    example_count: int
    labels: list[LabelCount]
    metrics: ClassificationMetrics | RegressionMetrics | None
    input_fields: list[InputField] | None
    report: TrainingReport | None
    features: TellingFeatures | None
    error: TrainingError | None
    created_at: str
    ready_at: str | None


class PreviewOptions(TypedDict, total=False):
    """Parameters of `models.versions.preview_file` beside the file."""

    label_field: str


class RefusedExample(TypedDict):
    """An example that a training would not accept, counted from 0."""

    example: int
    code: str
    message: str


class RefusedExamples(TypedDict):
    """How many examples a training would not accept, and the first of them."""

    count: int
    listed: list[RefusedExample]


class PreviewedField(TypedDict):
    """A field of the input of a predictor, as it is understood."""

    name: str
    type: Literal["number", "category", "boolean", "date", "text", "identifier"]
    missing: float
    distinct_count: int
    values: list[str]


class ExampleWarning(TypedDict):
    """What does not prevent a training but makes its result worse than it could be."""

    code: Literal[
        "few_examples",
        "rare_labels",
        "dominant_label",
        "empty_field",
        "constant_field",
        "identifier_field",
        "mostly_missing_field",
        "copies",
        "conflicting_labels",
    ]
    field: str | None
    message: str


class ExamplePreview(Envelope):
    """What a training would be given by a set of examples."""

    id: str
    kind: ModelKind
    trainable: bool
    example_count: int
    refused: RefusedExamples
    columns: list[str] | None
    target: Literal["labels", "number"]
    label_count: int
    labels: list[LabelCount]
    fields: list[PreviewedField] | None
    samples: list[TextExample | PredictorExample]
    problems: list[Problem]
    warnings: list[ExampleWarning]
