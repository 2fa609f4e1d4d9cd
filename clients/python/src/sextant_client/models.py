"""Models that learn from labelled examples, and their versions."""

import time
from typing import Any
from uuid import uuid4

from typing_extensions import Unpack

from .endpoint import EndpointGroup, FlowOf, Transport, endpoint, flow_endpoint
from .errors import SextantTimeoutError, TrainingFailedError
from .files import ExampleFormat, FileToSend, example_format_of, read_bytes
from .flows import Flow, Pause, call
from .requests import Request, ask, delete, get, slow, versioned, write
from .retries import RetryPolicy
from .types.models import (
    CreateModelOptions,
    DeletedModel,
    DeletedModelVersion,
    ExamplePreview,
    Model,
    ModelChanges,
    ModelKind,
    ModelList,
    ModelVersion,
    NewModelVersion,
    PredictorExample,
    PreviewOptions,
    TextExample,
    UploadVersionOptions,
)

_MEDIA_TYPES = {"csv": "text/csv", "ndjson": "application/x-ndjson"}


class ModelVersions(EndpointGroup[Transport]):
    """`client.models.versions`: train versions of a model, and watch the training."""

    @endpoint
    def create(
        self, id: str, *, idempotency_key: str | None = None, **options: Unpack[NewModelVersion]
    ) -> Request[ModelVersion]:
        """Trains a version with `examples`, or with stored `documents`. `wait` waits until it is ready."""
        return slow(write("models", id, "versions", idempotency_key=idempotency_key, **options))

    @endpoint
    def upload(
        self,
        id: str,
        file: FileToSend,
        *,
        format: ExampleFormat | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[UploadVersionOptions],
    ) -> Request[ModelVersion]:
        """Trains a version with a file of examples, of up to 500 MB: its path, or its bytes with their `format`.

        CSV has a header line with `label`, and `text` or the fields of the input. NDJSON has one example per line.
        """
        return Request(
            "POST",
            versioned("models", id, "versions"),
            content=read_bytes(file),
            content_type=_MEDIA_TYPES[example_format_of(file, format)],
            query={name: _query_value(value) for name, value in options.items()},
            idempotency_key=idempotency_key or str(uuid4()),
            is_slow=True,
        )

    @endpoint
    def preview(self, id: str, *, examples: list[TextExample] | list[PredictorExample]) -> Request[ExamplePreview]:
        """Tells what a training would be given by these examples. Nothing is kept or trained."""
        return slow(ask("models", id, "preview", examples=examples))

    @endpoint
    def preview_file(
        self, id: str, file: FileToSend, *, format: ExampleFormat | None = None, **options: Unpack[PreviewOptions]
    ) -> Request[ExamplePreview]:
        """The same with a file of examples, of up to 500 MB."""
        return Request(
            "POST",
            versioned("models", id, "preview"),
            content=read_bytes(file),
            content_type=_MEDIA_TYPES[example_format_of(file, format)],
            query={name: _query_value(value) for name, value in options.items()},
            is_slow=True,
        )

    @endpoint
    def get(self, id: str, version: str) -> Request[ModelVersion]:
        """Reads a version: its progress and, once it is ready, what was measured."""
        return get("models", id, "versions", version)

    @endpoint
    def delete(self, id: str, version: str) -> Request[DeletedModelVersion]:
        """Deletes a version that is not the default."""
        return delete("models", id, "versions", version, object="model_version", id=id, version=version)

    @endpoint
    def cancel(self, id: str, version: str) -> Request[ModelVersion]:
        """Cancels a training that has not ended."""
        return Request("POST", versioned("models", id, "versions", version, "cancel"))

    @flow_endpoint
    def wait(
        self, id: str, version: str, *, timeout: float | None = None, poll_seconds: float = 1.0
    ) -> FlowOf[Any, ModelVersion]:
        """Waits until a version is ready. One that fails or is canceled is a `TrainingFailedError`."""
        request: Request[ModelVersion] = get("models", id, "versions", version)
        return lambda retries: _wait_until_ready(request, timeout, poll_seconds, retries)


class Models(EndpointGroup[Transport]):
    """`client.models`: make models. They can be asked once a version is ready."""

    versions: ModelVersions[Transport]

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.versions = ModelVersions(transport)

    @endpoint
    def create(
        self, kind: ModelKind, *, idempotency_key: str | None = None, **options: Unpack[CreateModelOptions]
    ) -> Request[Model]:
        """Makes a model. It needs a version to be of use."""
        return write("models", idempotency_key=idempotency_key, kind=kind, **options)

    @endpoint
    def list(self) -> Request[ModelList]:
        """Lists all models."""
        return get("models")

    @endpoint
    def get(self, id: str) -> Request[Model]:
        """Reads a model and the status of its versions."""
        return get("models", id)

    @endpoint
    def update(self, id: str, *, idempotency_key: str | None = None, **changes: Unpack[ModelChanges]) -> Request[Model]:
        """Changes name, description or default version."""
        return write("models", id, idempotency_key=idempotency_key, **changes)

    @endpoint
    def delete(self, id: str) -> Request[DeletedModel]:
        """Deletes a model with all its versions."""
        return delete("models", id, object="model", id=id)


def _query_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wait_until_ready(
    request: Request[ModelVersion], timeout: float | None, poll_seconds: float, retries: RetryPolicy
) -> Flow[ModelVersion]:
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        version = yield from call(request, retries)
        if version["status"] == "ready":
            return version
        if version["status"] in ("failed", "canceled"):
            reason = version["error"]["message"] if version["error"] else "It was canceled."
            raise TrainingFailedError(f"Version {version['version']} of model {version['id']}: {reason}")
        if end is not None and time.monotonic() >= end:
            raise SextantTimeoutError(f"The training is not finished ({version['progress']:.0%}).")
        yield Pause(poll_seconds)
