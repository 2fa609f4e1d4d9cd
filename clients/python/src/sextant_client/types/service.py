"""About the service itself."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict

from .shared import Envelope


class ApiVersion(TypedDict):
    """A version of the API: `latest` or `deprecated`."""

    version: str
    status: NotRequired[str]


class ListVersionsResult(Envelope):
    """The versions of the API that the service serves."""

    versions: list[ApiVersion]


class Health(Envelope):
    """The service lives."""

    status: Literal["alive"]


class Readiness(Envelope):
    """The service answers requests."""

    status: Literal["ready"]
