"""Decorators that turn the description of a request into a method of both clients.

An endpoint is described once, as a method that returns a `Request` (or a flow). On a client with a `SyncTransport`
the method then returns the result; on one with an `AsyncTransport` it returns an awaitable of the result. Type
checkers follow that by the overloads of `__get__`.
"""

from collections.abc import Callable, Coroutine
from functools import update_wrapper
from types import MethodType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from typing_extensions import Self

from .async_transport import AsyncStream, AsyncTransport
from .flows import ItemFlow, call, every_item
from .requests import PageRequest, Request
from .retries import RetryPolicy
from .sync_transport import Stream, SyncTransport

Parameters = ParamSpec("Parameters")
Item = TypeVar("Item")
Result = TypeVar("Result")
Transport = TypeVar("Transport", bound=SyncTransport | AsyncTransport)


class EndpointGroup(Generic[Transport]):
    """Endpoints that share a transport."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Endpoint(Generic[Parameters, Result]):
    """A method that returns one result, however many requests it takes."""

    def __init__(
        self,
        describe: Callable[Concatenate[Any, Parameters], Any],
        to_flow: Callable[[Any, RetryPolicy], ItemFlow[Any, Result]],
    ) -> None:
        self.describe = describe
        self._to_flow = to_flow
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, group: None, owner: type) -> Self: ...
    @overload
    def __get__(self, group: EndpointGroup[SyncTransport], owner: type) -> Callable[Parameters, Result]: ...
    @overload
    def __get__(
        self, group: EndpointGroup[AsyncTransport], owner: type
    ) -> Callable[Parameters, Coroutine[Any, Any, Result]]: ...
    def __get__(self, group: Any, owner: type) -> Any:
        return self if group is None else _bind(group, group._transport.run, self.describe, self._to_flow)


class StreamEndpoint(Generic[Parameters, Item]):
    """A method that returns an iterator, sync or async."""

    def __init__(
        self,
        describe: Callable[Concatenate[Any, Parameters], Any],
        to_flow: Callable[[Any, RetryPolicy], ItemFlow[Item, Any]],
    ) -> None:
        self.describe = describe
        self._to_flow = to_flow
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, group: None, owner: type) -> Self: ...
    @overload
    def __get__(self, group: EndpointGroup[SyncTransport], owner: type) -> Callable[Parameters, Stream[Item]]: ...
    @overload
    def __get__(self, group: EndpointGroup[AsyncTransport], owner: type) -> Callable[Parameters, AsyncStream[Item]]: ...
    def __get__(self, group: Any, owner: type) -> Any:
        return self if group is None else _bind(group, group._transport.stream, self.describe, self._to_flow)


def _bind(
    group: EndpointGroup[Any],
    perform: Callable[[ItemFlow[Any, Any]], Any],
    describe: Callable[..., Any],
    to_flow: Callable[[Any, RetryPolicy], ItemFlow[Any, Any]],
) -> Callable[..., Any]:
    def method(*args: Any, **kwargs: Any) -> Any:
        return perform(to_flow(describe(group, *args, **kwargs), group._transport.retries))

    # Gives the method the name, signature and docstring of its description.
    return update_wrapper(method, MethodType(describe, group))


class PagedEndpoint(Endpoint[Parameters, Result], Generic[Parameters, Result, Item]):
    """A method that returns one page."""


def endpoint(
    describe: Callable[Concatenate[Any, Parameters], Request[Result]],
) -> Endpoint[Parameters, Result]:
    """For a description that is one request."""
    return Endpoint(describe, call)


def paged_endpoint(
    describe: Callable[Concatenate[Any, Parameters], PageRequest[Result, Item]],
) -> PagedEndpoint[Parameters, Result, Item]:
    """For a description that is a request for one page."""
    return PagedEndpoint(describe, call)


def all_items(paged: PagedEndpoint[Parameters, Result, Item]) -> StreamEndpoint[Parameters, Item]:
    """A method with the same parameters that iterates over the items of all pages."""
    return StreamEndpoint(paged.describe, every_item)


FlowOf = Callable[[RetryPolicy], ItemFlow[Item, Result]]
"""What takes several requests is described by a function that starts the flow."""


def flow_endpoint(
    describe: Callable[Concatenate[Any, Parameters], FlowOf[Any, Result]],
) -> Endpoint[Parameters, Result]:
    """For a description that is a flow with a result."""
    return Endpoint(describe, _start)


def stream_endpoint(
    describe: Callable[Concatenate[Any, Parameters], FlowOf[Item, Any]],
) -> StreamEndpoint[Parameters, Item]:
    """For a description that is a flow of items."""
    return StreamEndpoint(describe, _start)


def _start(start: FlowOf[Item, Result], retries: RetryPolicy) -> ItemFlow[Item, Result]:
    return start(retries)
