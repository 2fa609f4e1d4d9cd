"""Synonyms and curations: rules that searches follow."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict

from .queries import Paging
from .shared import Envelope


class SynonymOptions(TypedDict, total=False):
    """Parameters of `synonyms.add`: either `equivalent`, or `from_` (called `from` in the API) and `to`."""

    id: str
    language: str
    tenant_id: str
    equivalent: list[str]
    from_: list[str]
    to: list[str]


class SynonymChangeOptions(TypedDict, total=False):
    """What an update of a synonym changes. `equivalent` replaces `from_` and `to`, and both together replace it."""

    language: str | None
    tenant_id: str | None
    equivalent: list[str]
    from_: list[str]
    to: list[str]


_Synonym = TypedDict(
    "_Synonym",
    {
        "id": str,
        "language": str | None,
        "tenant_id": str | None,
        "equivalent": list[str] | None,
        "from": list[str] | None,
        "to": list[str] | None,
        "created_at": str,
    },
)


class ListedSynonym(_Synonym):
    """Words that stand for each other, or those of `from` for those of `to`."""


class Synonym(Envelope, ListedSynonym):
    """A synonym that was asked for or written."""


class DeletedSynonym(Envelope):
    """What remains of a deleted synonym."""

    id: str
    deleted: bool


class BrowseSynonymsOptions(TypedDict, total=False):
    """Parameters of `synonyms.browse`."""

    language: str
    limit: int
    page: int
    tenant_id: list[str]


class BrowseSynonymsResult(Envelope, Paging):
    """One page of `synonyms.browse`."""

    data: list[ListedSynonym]
    language: str | None
    tenant_id: list[str] | None


CurationMatch = Literal["exact", "contains"]


class CurationOptions(TypedDict, total=False):
    """Parameters of `curations.add` beside query and match: documents to put first, and documents to leave out."""

    id: str
    tenant_id: str
    pin: list[str]
    hide: list[str]


class CurationChanges(TypedDict, total=False):
    """What an update of a curation changes. `pin` and `hide` are replaced as a whole."""

    query: str
    match: CurationMatch
    tenant_id: str | None
    pin: list[str]
    hide: list[str]


class ListedCuration(TypedDict):
    """What a query, or a part of it, puts first and leaves out."""

    id: str
    query: str
    match: CurationMatch
    tenant_id: str | None
    pin: list[str]
    hide: list[str]
    created_at: str


class Curation(Envelope, ListedCuration):
    """A curation that was asked for or written."""


class DeletedCuration(Envelope):
    """What remains of a deleted curation."""

    id: str
    deleted: bool


class BrowseCurationsOptions(TypedDict, total=False):
    """Parameters of `curations.browse`."""

    limit: int
    page: int
    tenant_id: list[str]


class BrowseCurationsResult(Envelope, Paging):
    """One page of `curations.browse`."""

    data: list[ListedCuration]
    tenant_id: list[str] | None


AppliedSynonym = TypedDict("AppliedSynonym", {"id": str, "word": str, "as": list[str]})
"""A word of the query, and what else was searched for."""


class AppliedCuration(TypedDict):
    """The documents that a curation put first, and those that it left out."""

    id: str
    pinned: list[str]
    hidden: list[str]


class AppliedRules(TypedDict):
    """The rules that a search followed, if any."""

    applied_synonyms: NotRequired[list[AppliedSynonym]]
    applied_curations: NotRequired[list[AppliedCuration]]
