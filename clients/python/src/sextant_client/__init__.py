"""Client for Sextant, a semantic document index that you run yourself.

Responses are `TypedDict`s: plain dictionaries, exactly as the service sends them, with types. So a field that a newer
service adds is simply there, a part of a response can be sent back or stored as it is, the documentation of the API
applies word for word, and nothing is copied or converted on the way. The types are in `sextant_client.types`.
"""

from .async_transport import AsyncStream
from .client import AsyncSextant, Sextant
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ImportFailedError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    SextantConnectionError,
    SextantError,
    SextantTimeoutError,
    TrainingFailedError,
    UnavailableError,
)
from .retries import RetryPolicy
from .sync_transport import Stream

__all__ = [
    "ApiError",
    "AsyncSextant",
    "AsyncStream",
    "AuthenticationError",
    "ConflictError",
    "ImportFailedError",
    "InvalidRequestError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "RetryPolicy",
    "Sextant",
    "SextantConnectionError",
    "SextantError",
    "SextantTimeoutError",
    "Stream",
    "TrainingFailedError",
    "UnavailableError",
]
