"""What the service says when it refuses a request."""

from typing_extensions import TypedDict


class Problem(TypedDict):
    """One invalid parameter; `param` is the path to it, such as `filter.must[0].range`."""

    param: str | None
    code: str
    message: str


class ErrorDetail(TypedDict):
    """Why a request was refused; `errors` lists every invalid parameter."""

    type: str
    code: str
    message: str
    param: str | None
    errors: list[Problem]
    request_id: str
