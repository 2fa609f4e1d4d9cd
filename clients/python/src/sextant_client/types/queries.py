"""The language of filters, sorts, facets and pages."""

from datetime import date
from typing import Literal, TypeAlias

from typing_extensions import NotRequired, TypedDict

Value: TypeAlias = str | float | bool
"""A value to compare with. Integers are floats to a type checker."""

Bound: TypeAlias = str | float | date
"""A bound of a range. A `datetime` is a `date` too; both are sent in ISO 8601."""


class TermClause(TypedDict):
    """Documents whose field has this value."""

    term: dict[str, Value]


class TermsClause(TypedDict):
    """Documents whose field has one of these values."""

    terms: dict[str, list[Value]]


class RangeBounds(TypedDict, total=False):
    """Bounds of a range; dates may use date math, such as `now-7d/d`."""

    gt: Bound
    gte: Bound
    lt: Bound
    lte: Bound


class RangeClause(TypedDict):
    """Documents whose field lies between bounds."""

    range: dict[str, RangeBounds]


class ExistsField(TypedDict):
    """The field that must have a value."""

    field: str


class ExistsClause(TypedDict):
    """Documents that have a value in this field."""

    exists: ExistsField


class PrefixClause(TypedDict):
    """Documents whose field begins with this text."""

    prefix: dict[str, str]


class WildcardClause(TypedDict):
    """Documents whose field matches a pattern with `*` and `?`."""

    wildcard: dict[str, str]


class MatchedText(TypedDict, total=False):
    """Words that title or content must have."""

    title: str
    content: str


class MatchClause(TypedDict):
    """Documents that have all these words, in any form."""

    match: MatchedText


class DocumentIds(TypedDict):
    """Ids of documents."""

    values: list[str]


class IdsClause(TypedDict):
    """Documents with these ids."""

    ids: DocumentIds


class BoolClause(TypedDict):
    """A filter inside a filter."""

    bool: "Filter"


FilterClause: TypeAlias = (
    TermClause
    | TermsClause
    | RangeClause
    | ExistsClause
    | PrefixClause
    | WildcardClause
    | MatchClause
    | IdsClause
    | BoolClause
)


class Filter(TypedDict, total=False):
    """Which documents are considered: `must` all, `must_not` none, `should` at least `minimum_should_match`."""

    must: list[FilterClause]
    must_not: list[FilterClause]
    should: list[FilterClause]
    minimum_should_match: int | str | None


class FilterEcho(TypedDict):
    """The filter as the service understood it."""

    must: list[FilterClause]
    must_not: list[FilterClause]
    should: list[FilterClause]
    minimum_should_match: int | str | None


Direction = Literal["asc", "desc"]


class SortOrder(TypedDict, total=False):
    """The direction of a sort, and where documents without the field go."""

    order: Direction
    missing: Literal["_last", "_first"]


Sort: TypeAlias = list[dict[str, Direction | SortOrder]]
"""At most five, such as `[{"created_at": "desc"}, {"metadata.year": {"order": "asc", "missing": "_first"}}]`."""

SortEcho: TypeAlias = list[dict[str, SortOrder]]
SortValues: TypeAlias = list[str | float | bool | None]


class TermsFacet(TypedDict):
    """Counts the values of a field."""

    field: str
    name: NotRequired[str]
    type: NotRequired[Literal["terms"]]
    size: NotRequired[int]
    order_by: NotRequired[Literal["count", "value"]]
    order: NotRequired[Direction]
    min_count: NotRequired[int]
    prefix: NotRequired[str]
    exclude_own_filter: NotRequired[bool]


FacetRange = TypedDict(
    "FacetRange",
    {"key": NotRequired[str], "from": NotRequired[Bound], "to": NotRequired[Bound]},
)
"""A range to count in: `from` inclusive, `to` exclusive."""


class RangeFacet(TypedDict):
    """Counts documents in ranges."""

    field: str
    name: NotRequired[str]
    type: Literal["range"]
    ranges: list[FacetRange]


class HistogramFacet(TypedDict):
    """Counts documents in steps of equal size."""

    field: str
    name: NotRequired[str]
    type: Literal["histogram"]
    interval: float


class DateHistogramFacet(TypedDict):
    """Counts documents by calendar steps."""

    field: str
    name: NotRequired[str]
    type: Literal["date_histogram"]
    interval: Literal["minute", "hour", "day", "week", "month", "quarter", "year"]


class StatsFacet(TypedDict):
    """Minimum, maximum, mean and sum of a field."""

    field: str
    name: NotRequired[str]
    type: Literal["stats"]


Facet: TypeAlias = TermsFacet | RangeFacet | HistogramFacet | DateHistogramFacet | StatsFacet


class ValueCount(TypedDict):
    """How many documents have a value."""

    value: str | float | bool
    count: int


class TermsFacetResult(TypedDict):
    """Values and how many documents have them."""

    type: Literal["terms"]
    values: list[ValueCount]
    other_count: int
    missing_count: int


RangeCount = TypedDict(
    "RangeCount",
    {"key": str, "from": str | float | None, "to": str | float | None, "count": int},
)
"""How many documents a range has."""


class RangeFacetResult(TypedDict):
    """Ranges, in the order asked, and how many documents each has."""

    type: Literal["range"]
    values: list[RangeCount]
    missing_count: int


class BucketCount(TypedDict):
    """How many documents a step has; `value` is where it starts."""

    value: float
    count: int


class HistogramFacetResult(TypedDict):
    """Steps that have documents."""

    type: Literal["histogram"]
    values: list[BucketCount]
    missing_count: int


class DateCount(TypedDict):
    """How many documents a calendar step has; `value` is where it starts."""

    value: str
    count: int


class DateHistogramFacetResult(TypedDict):
    """Calendar steps that have documents."""

    type: Literal["date_histogram"]
    values: list[DateCount]
    missing_count: int


class StatsFacetResult(TypedDict):
    """Statistics of a field; dates as ISO strings."""

    type: Literal["stats"]
    count: int
    min: str | float | None
    max: str | float | None
    avg: str | float | None
    sum: float | None
    missing_count: int


FacetResult: TypeAlias = (
    TermsFacetResult | RangeFacetResult | HistogramFacetResult | DateHistogramFacetResult | StatsFacetResult
)
FacetResults: TypeAlias = dict[str, FacetResult]


class Paging(TypedDict):
    """Where a page stands in all results."""

    has_more: bool
    next_page: int | None
    total_number_of_results: int
    total_relation: NotRequired[Literal["approximate"]]
    page: int
    limit: int


class QueryOptions(TypedDict, total=False):
    """Limits that most queries share."""

    filter: Filter
    language: str
    tenant_id: list[str]


class PageOptions(QueryOptions, total=False):
    """Which page, of what size and in which order."""

    limit: int
    page: int
    sort: Sort


class FacetOptions(PageOptions, total=False):
    """What to count over all results."""

    facet: list[str]
    facet_advanced: list[Facet]


class FilterOptions(TypedDict, total=False):
    """Parameters of `documents.filter` beside the filter."""

    facet: list[str]
    facet_advanced: list[Facet]
    language: str
    limit: int
    page: int
    sort: Sort
    tenant_id: list[str]


class BrowseOptions(TypedDict, total=False):
    """Parameters of `documents.browse`."""

    language: str
    limit: int
    page: int
    sort: Sort
    tenant_id: list[str]
