"""API keys."""

from datetime import date
from typing import Literal

from typing_extensions import TypedDict

from .queries import Paging
from .shared import Envelope

Mode = Literal["live", "test"]
Scope = Literal["read", "write", "generate", "train", "admin", "metrics"]
KeyStatus = Literal["active", "expired", "revoked"]


class KeyOptions(TypedDict, total=False):
    """Parameters of `keys.create` beside the name. None for `tenants` means all."""

    mode: Mode
    scopes: list[Scope]
    tenants: list[str] | None
    expires_at: str | date | None
    rate_limit: int | None


class ListedKey(TypedDict):
    """A key, without its secret."""

    id: str
    name: str
    mode: Mode
    status: KeyStatus
    scopes: list[Scope]
    tenants: list[str] | None
    rate_limit: int | None
    created_at: str | None
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None


class Key(Envelope, ListedKey):
    """A key that was asked for or revoked."""


class IssuedKey(Key):
    """A key with its secret, `key`, which no other response shows."""

    key: str


class BrowseKeysOptions(TypedDict, total=False):
    """Parameters of `keys.browse`."""

    limit: int
    mode: Mode
    page: int
    status: KeyStatus


class BrowseKeysResult(Envelope, Paging):
    """One page of `keys.browse`."""

    data: list[ListedKey]
    mode: Mode | None
    status: KeyStatus | None
