"""`client.synonyms` and `client.curations`: rules that searches follow. Writing them needs the scope `admin`."""

from typing_extensions import Unpack

from .endpoint import EndpointGroup, Transport, all_items, endpoint, paged_endpoint
from .requests import PageRequest, Request, ask_page, delete, get, write
from .types.rules import (
    BrowseCurationsOptions,
    BrowseCurationsResult,
    BrowseSynonymsOptions,
    BrowseSynonymsResult,
    Curation,
    CurationChanges,
    CurationMatch,
    CurationOptions,
    DeletedCuration,
    DeletedSynonym,
    ListedCuration,
    ListedSynonym,
    Synonym,
    SynonymChangeOptions,
    SynonymOptions,
)


class Synonyms(EndpointGroup[Transport]):
    """Words that stand for others."""

    @endpoint
    def add(self, *, idempotency_key: str | None = None, **synonym: Unpack[SynonymOptions]) -> Request[Synonym]:
        """Makes words stand for each other (`equivalent`), or those of `from_` for those of `to`."""
        return write("synonyms", idempotency_key=idempotency_key, **synonym)

    @endpoint
    def get(self, id: str) -> Request[Synonym]:
        """Reads a synonym."""
        return get("synonyms", id)

    @endpoint
    def update(
        self, id: str, *, idempotency_key: str | None = None, **changes: Unpack[SynonymChangeOptions]
    ) -> Request[Synonym]:
        """Changes the fields that are given. `None` lifts the limit to a language or tenant."""
        return write("synonyms", id, idempotency_key=idempotency_key, **changes)

    @endpoint
    def delete(self, id: str) -> Request[DeletedSynonym]:
        """Deletes a synonym."""
        return delete("synonyms", id, object="synonym", id=id)

    @paged_endpoint
    def browse(self, **options: Unpack[BrowseSynonymsOptions]) -> PageRequest[BrowseSynonymsResult, ListedSynonym]:
        """Lists synonyms, newest first: one page of them."""
        return ask_page("synonyms", "browse", **options)

    browse_all = all_items(browse)


class Curations(EndpointGroup[Transport]):
    """Documents that queries put first or leave out."""

    @endpoint
    def add(
        self,
        query: str,
        match: CurationMatch,
        *,
        idempotency_key: str | None = None,
        **curation: Unpack[CurationOptions],
    ) -> Request[Curation]:
        """Puts documents first (`pin`) or leaves them out (`hide`) when the query is, or contains, this one."""
        return write("curations", idempotency_key=idempotency_key, query=query, match=match, **curation)

    @endpoint
    def get(self, id: str) -> Request[Curation]:
        """Reads a curation."""
        return get("curations", id)

    @endpoint
    def update(
        self, id: str, *, idempotency_key: str | None = None, **changes: Unpack[CurationChanges]
    ) -> Request[Curation]:
        """Changes the fields that are given. `None` lifts the limit to a tenant."""
        return write("curations", id, idempotency_key=idempotency_key, **changes)

    @endpoint
    def delete(self, id: str) -> Request[DeletedCuration]:
        """Deletes a curation."""
        return delete("curations", id, object="curation", id=id)

    @paged_endpoint
    def browse(self, **options: Unpack[BrowseCurationsOptions]) -> PageRequest[BrowseCurationsResult, ListedCuration]:
        """Lists curations, newest first: one page of them."""
        return ask_page("curations", "browse", **options)

    browse_all = all_items(browse)
