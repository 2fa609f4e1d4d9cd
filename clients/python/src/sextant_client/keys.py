"""`client.keys`: API keys. All but `current` need the scope `admin`."""

from typing_extensions import Unpack

from .endpoint import EndpointGroup, Transport, all_items, endpoint, paged_endpoint
from .requests import PageRequest, Request, act, ask_page, delete, get, write
from .types.keys import BrowseKeysOptions, BrowseKeysResult, IssuedKey, Key, KeyOptions, ListedKey


class Keys(EndpointGroup[Transport]):
    """Keys that callers use, what each may do and for which tenants."""

    @endpoint
    def current(self) -> Request[Key]:
        """Reads the key that this client uses. Any key may do that."""
        return get("keys", "current")

    @endpoint
    def create(
        self, name: str, *, idempotency_key: str | None = None, **options: Unpack[KeyOptions]
    ) -> Request[IssuedKey]:
        """Makes a key that may do no more than the one in use. Its secret, `key`, is shown only here."""
        return write("keys", idempotency_key=idempotency_key, name=name, **options)

    @endpoint
    def get(self, id: str) -> Request[Key]:
        """Reads a key, without its secret."""
        return get("keys", id)

    @endpoint
    def rotate(self, id: str, *, idempotency_key: str | None = None) -> Request[IssuedKey]:
        """Gives a key a new secret. The old one is refused from then on."""
        return act("keys", id, "rotate", idempotency_key=idempotency_key)

    @endpoint
    def revoke(self, id: str) -> Request[Key]:
        """Ends a key for good."""
        return delete("keys", id)

    @paged_endpoint
    def browse(self, **options: Unpack[BrowseKeysOptions]) -> PageRequest[BrowseKeysResult, ListedKey]:
        """Lists keys, newest first: one page of them."""
        return ask_page("keys", "browse", **options)

    browse_all = all_items(browse)
