"""What was searched for."""

from typing import Literal

from typing_extensions import TypedDict

from .queries import Bound, Paging
from .shared import Envelope


class QueryLogOptions(TypedDict, total=False):
    """Parameters of `query_log.browse`. `from_` is called `from` in the API."""

    from_: Bound
    to: Bound
    only: Literal["all", "without_results"]
    order_by: Literal["count", "last_seen_at", "mean_latency_ms"]
    tenant_id: list[str]
    limit: int
    page: int


class LoggedQuery(TypedDict):
    """A query, how often it came and what it found."""

    query: str
    count: int
    last_number_of_results: int
    mean_number_of_results: float
    mean_latency_ms: float
    last_seen_at: str


_Period = TypedDict("_Period", {"from": str | None, "to": str | None})


class BrowseQueryLogResult(Envelope, Paging, _Period):
    """One page of `query_log.browse`."""

    data: list[LoggedQuery]
    only: str
    order_by: str
    logging: bool
    tenant_id: list[str] | None
