"""What can go wrong. Everything that this package raises by itself is a `SextantError`."""

import json
from typing import Any

from .types.errors import ErrorDetail, Problem

UNEXPECTED_RESPONSE = "unexpected_response"
"""The code of errors that something other than the service sent, such as a proxy."""


class SextantError(Exception):
    """The base of all errors of this package."""


class SextantConnectionError(SextantError):
    """No usable response came: the connection failed, or the response was cut off."""


class SextantTimeoutError(SextantConnectionError):
    """No response came in time."""


class TrainingFailedError(SextantError):
    """A model version that was waited for has failed or was canceled."""


class ImportFailedError(SextantError):
    """Documents that had to be stored together were refused, some or all of them."""


class ApiError(SextantError):
    """The service refused the request.

    Attributes:
        status: The HTTP status; None if the error came in a stream that had begun with success.
        code: What is wrong, for programs: `document_not_found`, `parameter_missing` …
        type: The kind of the code: `invalid_request_error`, `not_found_error` …
        message: What is wrong, for people.
        param: The path to the first invalid parameter, or None.
        problems: Every invalid parameter of the request, each with `param`, `code` and `message`.
        request_id: By this the log of the service names the request.
        retry_after: The seconds after which the service asked to be tried again, or None.
    """

    def __init__(self, status: int | None, details: ErrorDetail, *, retry_after: float | None = None) -> None:
        super().__init__(status, details)
        self.status = status
        self.code: str = details["code"]
        self.type: str = details["type"]
        self.message: str = details["message"]
        self.param: str | None = details["param"]
        self.problems: list[Problem] = details["errors"]
        self.request_id: str = details["request_id"]
        self.retry_after = retry_after

    def __str__(self) -> str:
        others = [problem["message"] for problem in self.problems[1:]]
        status = "" if self.status is None else f"{self.status} "
        return " ".join([f"{self.message} ({status}{self.code})", *others])


class InvalidRequestError(ApiError):
    """The request is wrong (400, 405, 408, 413, 415, 431); `problems` lists every invalid parameter."""


class AuthenticationError(ApiError):
    """The API key is missing, unknown, revoked or expired (401)."""


class PermissionDeniedError(ApiError):
    """The API key lacks the scope or is bound to other tenants (403)."""


class NotFoundError(ApiError):
    """The document, model or path does not exist (404)."""


class ConflictError(ApiError):
    """The id is taken, or the thing is in use (409)."""


class RateLimitError(ApiError):
    """The API key has exceeded its rate limit (429)."""


class UnavailableError(ApiError):
    """The service, or a model it needs, can't answer now (502, 503, 504)."""


_CLASSES: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
    502: UnavailableError,
    503: UnavailableError,
    504: UnavailableError,
}


def api_error(status: int, body: bytes, retry_after: float | None) -> ApiError:
    """Makes the error for a response that is not a success; something other than Sextant may have sent it."""
    kind = _CLASSES.get(status, InvalidRequestError if 400 <= status < 500 else ApiError)
    return kind(status, _details_in(body) or _unexpected_response(status), retry_after=retry_after)


def error_in_stream(body: Any) -> ApiError:
    """Makes the error that ends a stream whose response had begun with success."""
    return UnavailableError(None, body["error"])


def _details_in(body: bytes) -> ErrorDetail | None:
    try:
        details: ErrorDetail = json.loads(body)["error"]
        return details if details.keys() >= ErrorDetail.__required_keys__ else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _unexpected_response(status: int) -> ErrorDetail:
    message = f"The response has status {status} and is not from Sextant. Is a proxy in between?"
    return {
        "type": "api_error",
        "code": UNEXPECTED_RESPONSE,
        "message": message,
        "param": None,
        "errors": [],
        "request_id": "",
    }
