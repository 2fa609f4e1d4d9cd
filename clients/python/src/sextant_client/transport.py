"""What both transports have in common: where requests go, with which key, and what failures of httpx mean."""

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any

import httpx

from .errors import SextantConnectionError, SextantTimeoutError
from .requests import Request
from .retries import RetryPolicy

DEFAULT_URL = "http://127.0.0.1:8180"
DEFAULT_TIMEOUT = 60.0
CONNECT_TIMEOUT = 5.0

USER_AGENT = f"sextant-client/{version('sextant-client')} Python/{platform.python_version()}"


@dataclass(frozen=True)
class Settings:
    """Where requests go, and how patiently."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    timeout: httpx.Timeout
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
        return cls(address, headers, _httpx_timeout(timeout), _retry_policy(retries))

    def with_options(self, timeout: float | None, retries: RetryPolicy | int | None) -> "Settings":
        """The same with another timeout or other retries; None keeps them."""
        return replace(
            self,
            timeout=self.timeout if timeout is None else _httpx_timeout(timeout),
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
            timeout=self.timeout,
        )


def as_connection_error(error: httpx.HTTPError) -> SextantConnectionError:
    """What a failure of httpx means to callers. Connections fail for many reasons; timeouts are told apart."""
    if isinstance(error, httpx.TimeoutException):
        return SextantTimeoutError(f"No response in time ({type(error).__name__}).")
    return SextantConnectionError(f"The connection failed ({error or type(error).__name__}).")


def _httpx_timeout(seconds: float | None) -> httpx.Timeout:
    # Connecting takes milliseconds where a service listens, so a service that is away is noticed soon.
    return httpx.Timeout(seconds, connect=None if seconds is None else min(seconds, CONNECT_TIMEOUT))


def _retry_policy(retries: RetryPolicy | int) -> RetryPolicy:
    return retries if isinstance(retries, RetryPolicy) else RetryPolicy(max_retries=retries)
