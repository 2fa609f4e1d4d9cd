"""Performs flows without blocking, under asyncio or trio."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

import anyio
import httpx
from typing_extensions import Self

from .errors import SextantError
from .flows import END, Effect, Emit, Execution, ItemFlow, Open, OpenResponse, Pause, Pull, Read, Send
from .retries import RetryPolicy
from .transport import Settings, as_connection_error

Item = TypeVar("Item")
Result = TypeVar("Result")


class AsyncStream(Generic[Item]):
    """Items as they come. Leave the loop early inside `async with`, or `aclose()`, to end the connection at once."""

    def __init__(self, items: AsyncGenerator[Item, None]) -> None:
        self._items = items

    def __aiter__(self) -> AsyncIterator[Item]:
        return self._items

    async def __anext__(self) -> Item:
        return await anext(self._items)

    async def aclose(self) -> None:
        """Ends the stream."""
        await self._items.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


@dataclass(frozen=True)
class AsyncTransport:
    """Sends requests with an `httpx.AsyncClient`."""

    client: httpx.AsyncClient
    settings: Settings
    owns_client: bool

    @property
    def retries(self) -> RetryPolicy:
        """When requests are sent again."""
        return self.settings.retries

    async def run(self, flow: ItemFlow[Any, Result]) -> Result:
        """Performs a flow and returns its result."""
        execution = Execution(flow)
        async for _ in self._perform_all(execution):
            pass
        return execution.result

    def stream(self, flow: ItemFlow[Item, Any]) -> AsyncStream[Item]:
        """Performs a flow as far as its items are asked for."""
        return AsyncStream(self._perform_all(Execution(flow)))

    async def _perform_all(self, execution: Execution[Item, Any]) -> AsyncGenerator[Item, None]:
        async with AsyncExitStack() as opened:
            while (effect := execution.effect) is not None:
                if isinstance(effect, Emit):
                    yield effect.item
                    execution.resume(None)
                    continue
                try:
                    outcome = await self._perform(effect, opened)
                except SextantError as error:
                    execution.fail(error)
                else:
                    execution.resume(outcome)

    async def _perform(self, effect: Effect, opened: AsyncExitStack) -> Any:
        match effect:
            case Pause(seconds):
                await anyio.sleep(seconds)
                return None
            case Pull(source):
                return await _next(source.items)
            case _:
                try:
                    return await self._exchange(effect, opened)
                except httpx.HTTPError as error:
                    raise as_connection_error(error) from error

    async def _exchange(self, effect: Send | Open | Read, opened: AsyncExitStack) -> Any:
        match effect:
            case Send(request):
                return await self.client.send(self.settings.build(self.client, request))
            case Open(request):
                response = await self.client.send(self.settings.build(self.client, request), stream=True)
                opened.push_async_callback(response.aclose)
                if response.status_code != 200:
                    await response.aread()
                return OpenResponse(response, response.aiter_bytes())
            case Read(source):
                return await _next(source.chunks)


async def _next(items: Iterator[Any] | AsyncIterator[Any]) -> Any:
    return next(items, END) if isinstance(items, Iterator) else await anext(items, END)
