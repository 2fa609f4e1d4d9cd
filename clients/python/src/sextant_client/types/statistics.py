"""Figures of the service over time, and what it is doing."""

from typing import Literal

from typing_extensions import TypedDict

from .queries import Bound
from .shared import Envelope

StatisticsStep = Literal["15s", "1m", "5m", "15m", "1h", "6h", "1d"]

Series = list[float | None]
"""One value for each of `times`; None where none is known."""


class StatisticsOptions(TypedDict, total=False):
    """Parameters of `statistics`. `from_` is called `from` in the API."""

    from_: Bound
    to: Bound
    step: StatisticsStep


class SeriesByOperation(TypedDict):
    """Series by what requests were for."""

    search: Series
    answers: Series
    writes: Series
    other: Series


class SeriesByMode(TypedDict):
    """Series of live and of test documents."""

    live: Series
    test: Series


class StatisticsSeries(TypedDict):
    """Every figure over time."""

    requests: SeriesByOperation
    client_errors: SeriesByOperation
    server_errors: SeriesByOperation
    latency_p50_ms: SeriesByOperation
    latency_p95_ms: SeriesByOperation
    semantic_tokens: Series
    llm_input_tokens: Series
    llm_output_tokens: Series
    documents: SeriesByMode
    passages: SeriesByMode
    index_bytes: SeriesByMode
    disk_bytes: Series
    memory_bytes: Series
    heap_bytes: Series
    event_loop_delay_ms: Series


_Period = TypedDict("_Period", {"from": str, "to": str})


class BrowseStatisticsResult(Envelope, _Period):
    """The figures of one instance over time."""

    step: str
    times: list[str]
    series: StatisticsSeries


class Activity(TypedDict):
    """Something that goes on. Fields that do not apply are None."""

    kind: str
    mode: Literal["live", "test"] | None
    status: Literal["running", "waiting"]
    started_at: str | None
    progress: float | None
    received: int | None
    done: int | None
    failed: int | None
    total: int | None
    model_id: str | None
    model_version: str | None


class ActivityList(Envelope):
    """What goes on, the oldest first."""

    data: list[Activity]
