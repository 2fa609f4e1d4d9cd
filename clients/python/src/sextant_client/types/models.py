"""Models that are trained with labelled examples, and their versions."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict

from .analysis import PredictorInput
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


class ClassificationMetrics(TypedDict):
    """What was measured on examples that were held out."""

    accuracy: float
    macro_f1: float
    labels: list[LabelMetrics]
    confusion_matrix: ConfusionMatrix
    calibration_error: float


class RegressionMetrics(TypedDict):
    """What was measured on examples that were held out, where numbers are predicted."""

    r2: float
    mae: float


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


class ModelVersion(Envelope):
    """A version of a model. `metrics` and `report` are there once it is ready."""

    id: str
    version: str
    status: ModelVersionStatus
    progress: float
    example_count: int
    labels: list[LabelCount]
    metrics: ClassificationMetrics | RegressionMetrics | None
    input_fields: list[InputField] | None
    report: TrainingReport | None
    error: TrainingError | None
    created_at: str
    ready_at: str | None
