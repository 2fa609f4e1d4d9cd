"""The two clients."""

from types import TracebackType

import httpx
from typing_extensions import Self

from .async_transport import AsyncTransport
from .endpoints import Endpoints
from .retries import RetryPolicy
from .sync_transport import SyncTransport
from .transport import Settings


class Sextant(Endpoints[SyncTransport]):
    """A client of a Sextant service.

    It keeps connections open, can be used by several threads at once, and is best closed by `with` or `close()`.

    Args:
        url: Where the service is; otherwise `SEXTANT_URL`, otherwise `http://127.0.0.1:8180`.
        api_key: A key of the service; otherwise `SEXTANT_API_KEY`.
        timeout: The most seconds between two signs of life of the service; `math.inf` for no limit. Unless given, 60,
            and 300 for imports, uploads and where a language model may write.
        retries: How often a request that fails for reasons that may pass is sent again, or a `RetryPolicy`.
        http_client: An `httpx.Client` of yours, for proxies, certificates and the like. You close it yourself.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float | None = None,
        retries: RetryPolicy | int = RetryPolicy(),  # noqa: B008 (immutable)
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = Settings.of(url, api_key, timeout, retries)
        owns_client = http_client is None
        super().__init__(SyncTransport(http_client or httpx.Client(), settings, owns_client))

    def close(self) -> None:
        """Closes the connections."""
        if self._transport.owns_client:
            self._transport.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Sextant({self._transport.settings.url!r})"


class AsyncSextant(Endpoints[AsyncTransport]):
    """A client of a Sextant service, for asyncio and trio: the methods of `Sextant`, to be awaited.

    It takes the arguments of `Sextant`, with an `httpx.AsyncClient` as `http_client`, and is best closed by
    `async with` or `aclose()`.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float | None = None,
        retries: RetryPolicy | int = RetryPolicy(),  # noqa: B008 (immutable)
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = Settings.of(url, api_key, timeout, retries)
        owns_client = http_client is None
        super().__init__(AsyncTransport(http_client or httpx.AsyncClient(), settings, owns_client))

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._transport.owns_client:
            await self._transport.client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncSextant({self._transport.settings.url!r})"
