"""`client.query_log`: what was searched for."""

from typing_extensions import Unpack

from .endpoint import EndpointGroup, Transport, all_items, paged_endpoint
from .requests import PageRequest, ask_page
from .types.query_log import BrowseQueryLogResult, LoggedQuery, QueryLogOptions


class QueryLog(EndpointGroup[Transport]):
    """Queries, how often they came and what they found."""

    @paged_endpoint
    def browse(self, **options: Unpack[QueryLogOptions]) -> PageRequest[BrowseQueryLogResult, LoggedQuery]:
        """Lists queries, one page of them; with `only="without_results"`, those that found nothing."""
        return ask_page("query-log", "browse", **options)

    browse_all = all_items(browse)
