"""The logic of calls, written once for the sync and the async client.

A flow is a generator that does no input or output by itself. It yields *effects*, such as "send this request" or
"wait two seconds", and a transport performs them, blocking or not, and sends the outcome back in. `Emit` hands an
item to the caller. What the generator returns is the result of the call.
"""

import json
from collections.abc import AsyncIterable, AsyncIterator, Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar

import httpx

from .errors import UNEXPECTED_RESPONSE, SextantError, api_error
from .requests import PageRequest, Request
from .retries import RetryPolicy, may_be_done, parse_retry_after

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Send:
    """Send the request and read the whole response: an `httpx.Response`."""

    request: Request[Any]


@dataclass(frozen=True)
class Open:
    """Send the request; if it succeeds, leave the body to `Read`: an `OpenResponse`."""

    request: Request[Any]


@dataclass(frozen=True)
class OpenResponse:
    """A response whose body is still coming."""

    response: httpx.Response
    chunks: Iterator[bytes] | AsyncIterator[bytes]


@dataclass(frozen=True)
class Read:
    """Read the next bytes of a body; `END` after the last."""

    source: OpenResponse


@dataclass(frozen=True)
class Source(Generic[Item]):
    """Where the caller's items come from. The async client also takes an async iterable."""

    items: Iterator[Item] | AsyncIterator[Item]

    @classmethod
    def of(cls, items: Iterable[Item] | AsyncIterable[Item]) -> "Source[Item]":
        """Starts to iterate."""
        return cls(aiter(items) if isinstance(items, AsyncIterable) else iter(items))


@dataclass(frozen=True)
class Pull:
    """Take the caller's next item; `END` after the last."""

    source: Source[Any]


@dataclass(frozen=True)
class Pause:
    """Wait."""

    seconds: float


@dataclass(frozen=True)
class Emit(Generic[Item]):
    """Hand an item to the caller."""

    item: Item


class End:
    """Says that nothing more comes."""


END = End()

Effect: TypeAlias = Send | Open | Read | Pull | Pause
Flow: TypeAlias = Generator[Effect, Any, Result]
ItemFlow: TypeAlias = Generator[Effect | Emit[Item], Any, Result]


class Execution(Generic[Item, Result]):
    """A flow under way: the effect it waits for and, in the end, its result."""

    effect: Effect | Emit[Item] | None
    """None once the flow has ended."""
    result: Result

    def __init__(self, flow: ItemFlow[Item, Result]) -> None:
        self._flow = flow
        self.resume(None)

    def resume(self, outcome: Any) -> None:
        """Goes on with what the effect gave."""
        try:
            self.effect = self._flow.send(outcome)
        except StopIteration as end:
            self.effect, self.result = None, end.value

    def fail(self, error: SextantError) -> None:
        """Goes on with the error that the effect ended with. The flow may retry, or raise."""
        try:
            self.effect = self._flow.throw(error)
        except StopIteration as end:
            self.effect, self.result = None, end.value


def call(request: Request[Result], retries: RetryPolicy) -> Flow[Result]:
    """Sends a request, again if need be, and decodes its response."""

    def accept(response: httpx.Response, is_open: bool) -> Result:
        if is_open and request.deletes and response.status_code == 404:
            deleted: Result | None = _deleted(request.deletes, response)
            if deleted is not None:
                return deleted
        return request.decode(_successful(response).content)

    return _attempt(Send(request), accept, retries)


def open_response(request: Request[Any], retries: RetryPolicy) -> Flow[OpenResponse]:
    """Sends a request until its response begins. Whatever happens after that is not repeated."""

    def accept(opened: OpenResponse, _: bool) -> OpenResponse:
        _successful(opened.response)
        return opened

    return _attempt(Open(request), accept, retries)


def _attempt(effect: Send | Open, accept: Callable[[Any, bool], Result], retries: RetryPolicy) -> Flow[Result]:
    """Repeats an effect while it fails for reasons that may pass.

    `accept` is told whether an attempt before may have been carried out, though its response was lost.
    """
    is_open = False
    for retry in count():
        try:
            return accept((yield effect), is_open)
        except SextantError as error:
            is_open = is_open or may_be_done(error)
            wait = retries.wait_after(error, retry)
            if wait is None:
                raise
        yield Pause(wait)
    raise AssertionError  # count() has no end


def _successful(response: httpx.Response) -> httpx.Response:
    """Every success of the service has status 200."""
    if response.status_code == 200:
        return response
    retry_after = parse_retry_after(response.headers.get("Retry-After"))
    raise api_error(response.status_code, response.content, retry_after)


_NOTHING_THERE = {"path_not_found", "version_not_found", UNEXPECTED_RESPONSE}


def _deleted(deletes: Mapping[str, str], not_found: httpx.Response) -> Any:
    """What the response that was lost said, if the thing is not found; None if the path is not."""
    error = api_error(404, not_found.content, None)
    if error.code in _NOTHING_THERE:
        return None
    body = json.loads(not_found.content)
    llm_tokens = {"llm_output_tokens": 0, "llm_input_tokens": 0, "model": None}
    usage = {"semantic_tokens": 0, "llm_tokens": llm_tokens}
    return {**deletes, "deleted": True, "url": body["url"], "token_usage": usage, "livemode": body["livemode"]}


LARGEST_PAGE = 100


def every_item(request: PageRequest[Any, Item], retries: RetryPolicy) -> ItemFlow[Item, None]:
    """Emits the items of a page and of all pages after it."""
    page_request: Request[Any] = request
    if "limit" not in (request.parameters or {}):
        page_request = request.with_parameters(limit=LARGEST_PAGE)
    while True:
        page = yield from call(page_request, retries)
        for item in page["data"]:
            yield Emit(item)
        if page["next_page"] is None:
            return
        page_request = page_request.with_parameters(page=page["next_page"])
