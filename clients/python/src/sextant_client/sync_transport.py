"""Performs flows with blocking input and output."""

import time
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

import httpx
from typing_extensions import Self

from .errors import SextantError
from .flows import END, Effect, Emit, Execution, ItemFlow, Open, OpenResponse, Pause, Pull, Read, Send
from .retries import RetryPolicy
from .transport import Settings, as_connection_error

Item = TypeVar("Item")
Result = TypeVar("Result")


class Stream(Generic[Item]):
    """Items as they come. Leave the loop early inside `with`, or `close()`, to end the connection at once."""

    def __init__(self, items: Generator[Item, None, None]) -> None:
        self._items = items

    def __iter__(self) -> Iterator[Item]:
        return self._items

    def __next__(self) -> Item:
        return next(self._items)

    def close(self) -> None:
        """Ends the stream."""
        self._items.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True)
class SyncTransport:
    """Sends requests with an `httpx.Client`."""

    client: httpx.Client
    settings: Settings
    owns_client: bool

    @property
    def retries(self) -> RetryPolicy:
        """When requests are sent again."""
        return self.settings.retries

    def run(self, flow: ItemFlow[Any, Result]) -> Result:
        """Performs a flow and returns its result."""
        execution = Execution(flow)
        for _ in self._perform_all(execution):
            pass
        return execution.result

    def stream(self, flow: ItemFlow[Item, Any]) -> Stream[Item]:
        """Performs a flow as far as its items are asked for."""
        return Stream(self._perform_all(Execution(flow)))

    def _perform_all(self, execution: Execution[Item, Any]) -> Generator[Item, None, None]:
        with ExitStack() as opened:
            while (effect := execution.effect) is not None:
                if isinstance(effect, Emit):
                    yield effect.item
                    execution.resume(None)
                    continue
                try:
                    outcome = self._perform(effect, opened)
                except SextantError as error:
                    execution.fail(error)
                else:
                    execution.resume(outcome)

    def _perform(self, effect: Effect, opened: ExitStack) -> Any:
        match effect:
            case Pause(seconds):
                time.sleep(seconds)
                return None
            case Pull(source):
                return next(_sync(source.items), END)
            case _:
                try:
                    return self._exchange(effect, opened)
                except httpx.HTTPError as error:
                    raise as_connection_error(error) from error

    def _exchange(self, effect: Send | Open | Read, opened: ExitStack) -> Any:
        match effect:
            case Send(request):
                return self.client.send(self.settings.build(self.client, request))
            case Open(request):
                response = self.client.send(self.settings.build(self.client, request), stream=True)
                opened.callback(response.close)
                if response.status_code != 200:
                    response.read()
                return OpenResponse(response, response.iter_bytes())
            case Read(source):
                return next(_sync(source.chunks), END)


def _sync(items: Iterator[Item] | AsyncIterator[Item]) -> Iterator[Item]:
    if isinstance(items, Iterator):
        return items
    raise TypeError("An async iterable needs AsyncSextant; Sextant takes plain iterables.")
