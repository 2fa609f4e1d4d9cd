"""When a failed request is sent again, and after how long."""

import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import httpx

from .errors import UNEXPECTED_RESPONSE, ApiError, SextantConnectionError, SextantError

_TEMPORARY_STATUSES = frozenset({408, 429, 502, 503, 504})
_REFUSED_FIRST: frozenset[int | str | None] = frozenset({408, 429, "starting", "shutting_down", "overloaded"})
"""Statuses and codes of refusals that come before anything is done."""


@dataclass(frozen=True)
class RetryPolicy:
    """Exponential back-off with full jitter, unless the service says how long to wait.

    Attributes:
        max_retries: How often a request is sent again; 0 for never.
        first_wait: The most seconds before the first retry. They double with each further one.
        longest_wait: The most seconds between two attempts. If the service asks for more, the error is raised.
    """

    max_retries: int = 4
    first_wait: float = 0.5
    longest_wait: float = 60.0

    def wait_after(self, error: SextantError, retries: int) -> float | None:
        """Seconds to wait before the next attempt after so many retries; None if there is none."""
        if retries >= self.max_retries or not _is_temporary(error):
            return None
        asked = error.retry_after if isinstance(error, ApiError) else None
        if asked is None:
            # Full jitter: clients that failed together don't come back together.
            return random.uniform(0, min(self.longest_wait, self.first_wait * 2**retries))
        if asked > self.longest_wait:
            return None
        # Never earlier than asked for, but not all at once either.
        return asked + random.uniform(0, min(1.0, self.first_wait))


def _is_temporary(error: SextantError) -> bool:
    if isinstance(error, ApiError):
        # The service sends Retry-After with a 503 if a retry can help. Without a language model, for example, it can't.
        is_lasting = error.status == 503 and error.retry_after is None and error.code != UNEXPECTED_RESPONSE
        return error.status in _TEMPORARY_STATUSES and not is_lasting
    return isinstance(error, SextantConnectionError)


def may_be_done(error: SextantError) -> bool:
    """Whether an attempt that failed so may have been carried out."""
    if isinstance(error, ApiError):
        return error.status not in _REFUSED_FIRST and error.code not in _REFUSED_FIRST
    return not isinstance(error.__cause__, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))


def parse_retry_after(header: str | None) -> float | None:
    """Seconds, from a `Retry-After` of seconds or of a date; None where there is none that can be read."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
