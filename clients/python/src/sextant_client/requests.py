"""A request as data: endpoints describe one, transports send it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Generic, TypeVar
from urllib.parse import quote
from uuid import uuid4

from .errors import SextantConnectionError

API_VERSION = "v20241104"

Result = TypeVar("Result")
Item = TypeVar("Item")


def parse_json(body: bytes) -> Any:
    """Reads a JSON response. One that is no JSON was cut off or comes from something in between."""
    try:
        return json.loads(body)
    except ValueError as error:
        raise SextantConnectionError("The response is not valid JSON.") from error


@dataclass(frozen=True)
class Request(Generic[Result]):
    """A request whose success is a `Result`."""

    method: str
    path: str
    parameters: Mapping[str, Any] | None = None
    """The JSON body."""
    content: bytes | None = None
    """Another body than JSON, of the type `content_type`."""
    content_type: str = "application/json"
    query: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None
    other_headers: Mapping[str, str] = field(default_factory=dict)
    is_slow: bool = False
    """Whether the response may take minutes: a language model writes, or much is sent."""
    deletes: Mapping[str, str] = field(default_factory=dict)
    """Of a request that deletes something: what its response says of it. After that, it is found no more."""
    decode: Callable[[bytes], Result] = parse_json

    def with_parameters(self, **changes: Any) -> "Request[Result]":
        """The same request with other parameters."""
        return replace(self, parameters={**(self.parameters or {}), **changes})

    @property
    def body(self) -> bytes | None:
        """The body as it is sent, the same for every attempt: an idempotency key belongs to its bytes."""
        return encode_json(self.parameters) if self.parameters is not None else self.content

    @property
    def headers(self) -> dict[str, str]:
        """The headers that belong to this request alone."""
        headers = {} if self.body is None else {"Content-Type": self.content_type}
        if self.idempotency_key is not None:
            headers["Idempotency-Key"] = self.idempotency_key
        return {**headers, **self.other_headers}


class PageRequest(Request[Result], Generic[Result, Item]):
    """A request for one page, a `Result` whose `data` holds `Item`s."""


def get(*path: str) -> Request[Any]:
    """Reads what is at a path."""
    return Request("GET", versioned(*path))


def ask(*path: str, **parameters: Any) -> Request[Any]:
    """A POST that changes nothing."""
    return Request("POST", versioned(*path), _api_names(parameters))


def ask_page(*path: str, **parameters: Any) -> PageRequest[Any, Any]:
    """A POST for one page of results."""
    return PageRequest("POST", versioned(*path), _api_names(parameters))


def write(*path: str, idempotency_key: str | None = None, **parameters: Any) -> Request[Any]:
    """A POST that writes. Under its idempotency key it is carried out once, however often it is sent."""
    key = idempotency_key or str(uuid4())
    return Request("POST", versioned(*path), _api_names(parameters), idempotency_key=key)


def act(*path: str, idempotency_key: str | None = None) -> Request[Any]:
    """A POST that writes and has no parameters."""
    return Request("POST", versioned(*path), idempotency_key=idempotency_key or str(uuid4()))


def raw(method: str, path: str, json: Any, content: str | bytes | None, headers: Mapping[str, str]) -> Request[str]:
    """Anything, at a path of the whole service. A POST that writes is carried out once, however often it is sent."""
    return Request(
        method,
        path,
        content=encode_json(json) if json is not None else content.encode() if isinstance(content, str) else content,
        idempotency_key=str(uuid4()) if method == "POST" else None,
        # In the spelling of the others, which they replace.
        other_headers={name.title(): value for name, value in headers.items()},
        is_slow=True,
        decode=bytes.decode,
    )


def slow(request: Request[Result]) -> Request[Result]:
    """The same request, for which the client waits longer."""
    return replace(request, is_slow=True)


def delete(*path: str, **deletes: str) -> Request[Any]:
    """Deletes what is at a path; `deletes` says what that is, where it is found no more afterwards."""
    return Request("DELETE", versioned(*path), deletes=deletes)


def _api_names(parameters: dict[str, Any]) -> dict[str, Any]:
    """Names that are keywords of Python end with an underscore here: `from_`."""
    return {name.removesuffix("_"): value for name, value in parameters.items()}


def versioned(*segments: str) -> str:
    """A path below the version, from segments that may hold any characters."""
    for segment in segments:
        # URLs resolve these: deleting the version ".." would delete the model.
        if segment in ("", ".", ".."):
            raise ValueError(f"{segment!r} can't be an id.")
    return "/".join(["", API_VERSION, *(quote(segment, safe="") for segment in segments)])


def encode_json(value: Any) -> bytes:
    """JSON in UTF-8. Dates and times become ISO 8601; a time without an offset is UTC to the service."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_encode_other)
    return text.encode()


def _encode_other(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{value!r} can't be sent as JSON.")
