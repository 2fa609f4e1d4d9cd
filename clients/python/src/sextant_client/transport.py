"""What both transports have in common: where requests go, with which key, and what failures of httpx mean."""

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from math import isinf
from typing import Any

import httpx

from .errors import SextantConnectionError, SextantTimeoutError
from .requests import Request
from .retries import RetryPolicy

DEFAULT_URL = "http://127.0.0.1:8180"

# In seconds, unless the caller says otherwise. A language model may write for minutes, and giving up would only make
# it start over. Connecting takes milliseconds where a service listens, so one that is away is noticed soon.
USUAL_TIMEOUT = 60.0
SLOW_TIMEOUT = 300.0
CONNECT_TIMEOUT = 5.0

USER_AGENT = f"sextant-client/{version('sextant-client')} Python/{platform.python_version()}"


@dataclass(frozen=True)
class Settings:
    """Where requests go, and how patiently."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    timeout: float | None
    """None for what is usual."""
    retries: RetryPolicy

    @classmethod
    def of(cls, url: str | None, api_key: str | None, timeout: float | None, retries: RetryPolicy | int) -> "Settings":
        """What the caller says, or else the environment."""
        key = api_key or os.environ.get("SEXTANT_API_KEY")
        if not key:
            raise ValueError("An API key is required: pass api_key, or set SEXTANT_API_KEY.")
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise ValueError("The API key contains characters that no API key has.")
        address = (url or os.environ.get("SEXTANT_URL") or DEFAULT_URL).rstrip("/")
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"url must begin with http:// or https://, not {address!r}.")
        headers = {"X-API-Key": key, "User-Agent": USER_AGENT}
        return cls(address, headers, timeout, _retry_policy(retries))

    def with_options(self, timeout: float | None, retries: RetryPolicy | int | None) -> "Settings":
        """The same with another timeout or other retries; None keeps them."""
        return replace(
            self,
            timeout=self.timeout if timeout is None else timeout,
            retries=self.retries if retries is None else _retry_policy(retries),
        )

    def build(self, client: httpx.Client | httpx.AsyncClient, request: Request[Any]) -> httpx.Request:
        """The request as httpx sends it."""
        return client.build_request(
            request.method,
            self.url + request.path,
            params=request.query or None,
            headers={**self.headers, **request.headers},
            content=request.body,
            timeout=self._timeout_of(request),
        )

    def _timeout_of(self, request: Request[Any]) -> httpx.Timeout:
        usual = SLOW_TIMEOUT if request.is_slow else USUAL_TIMEOUT
        seconds = usual if self.timeout is None else self.timeout
        return httpx.Timeout(None if isinf(seconds) else seconds, connect=min(seconds, CONNECT_TIMEOUT))


def as_connection_error(error: httpx.HTTPError) -> SextantConnectionError:
    """What a failure of httpx means to callers. Connections fail for many reasons; timeouts are told apart."""
    if isinstance(error, httpx.TimeoutException):
        return SextantTimeoutError(f"No response in time ({type(error).__name__}).")
    return SextantConnectionError(f"The connection failed ({error or type(error).__name__}).")


def _retry_policy(retries: RetryPolicy | int) -> RetryPolicy:
    return retries if isinstance(retries, RetryPolicy) else RetryPolicy(max_retries=retries)
