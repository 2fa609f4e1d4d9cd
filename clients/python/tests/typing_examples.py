"""Not run: mypy checks that callers of both clients see the right types."""

from typing_extensions import assert_type

from sextant_client import AsyncSextant, AsyncStream, Sextant, Stream
from sextant_client.types import AnswerEvent, Document, ImportSummary, SearchHit, SearchResult


def sync_methods_return_results(client: Sextant) -> None:
    assert_type(client.search("moon", search_type="hybrid"), SearchResult)
    assert_type(client.search_all(query="moon", search_type="hybrid", limit=5), Stream[SearchHit])
    assert_type(client.documents.get("tides"), Document)
    assert_type(client.documents.import_([{"title": "Tides", "tenant_id": "sea"}]), ImportSummary)
    assert_type(client.answer_stream("Why?"), Stream[AnswerEvent])
    for event in client.answer_stream("Why?"):
        if event["event"] == "delta":
            assert_type(event["data"]["text"], str)


async def async_methods_return_awaitables(client: AsyncSextant) -> None:
    assert_type(await client.search("moon", search_type="hybrid"), SearchResult)
    assert_type(client.search_all("moon", search_type="hybrid"), AsyncStream[SearchHit])
    assert_type(await client.documents.get("tides"), Document)
    assert_type(await client.with_options(timeout=5).documents.get("tides"), Document)


def mistakes_are_found(client: Sextant) -> None:
    client.search("moon")  # type: ignore[call-arg]
    client.search("moon", search_type="fuzzy")  # type: ignore[arg-type]
    client.search("moon", search_type="hybrid", limt=5)  # type: ignore[call-arg]
    client.documents.add(title="Tides")  # type: ignore[call-arg]
    client.documents.update("tides", title=None)  # type: ignore[arg-type]
    client.documents.filter({"must": [{"term": "x"}]})  # type: ignore[typeddict-item]
