"""LangChain's own standard suites, on the real service, and what they don't ask."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import API_KEY
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import VectorStore
from langchain_tests.integration_tests import RetrieversIntegrationTests, VectorStoreIntegrationTests

from sextant_client import AsyncSextant, ImportFailedError, Sextant
from sextant_client.langchain import SextantRetriever, SextantVectorStore


class TestSextantVectorStore(VectorStoreIntegrationTests):
    @pytest.fixture
    def vectorstore(self, client: Sextant) -> Iterator[VectorStore]:
        yield SextantVectorStore(client, tenant_id="standard-suite")
        for document in list(client.documents.browse_all(tenant_id=["standard-suite"])):
            client.documents.delete(document["id"])


class TestSextantRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    def _use(self, client: Sextant, sea: str) -> None:
        type(self).client = client

    client: Sextant

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return SextantRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, object]:
        # With everything let in, there are as many passages as are asked for.
        search_kwargs = {"tenant_id": ["sea"], "ai_search_cutoff_score": 0}
        return {"client": self.client, "search_kwargs": search_kwargs}

    @property
    def retriever_query_example(self) -> str:
        return "When do boats leave the harbour?"


def test_passages_say_where_they_come_from(client: Sextant, sea: str) -> None:
    retriever = SextantRetriever(client=client, k=1, search_kwargs={"tenant_id": [sea]})
    (document,) = retriever.invoke("When can I leave the harbour?")
    assert document.page_content.startswith("Boats leave the harbour two hours before high water.")
    assert document.metadata["document_id"] == document.metadata["source"] == "harbour"
    assert document.metadata["title"] == "Harbour rules"
    assert retriever.invoke("harbour", filter={"must": [{"term": {"id": "knots"}}]}, ai_search_cutoff_score=90) == []


async def test_the_retriever_awaits_an_async_client(client: Sextant, async_client: AsyncSextant, sea: str) -> None:
    # Only the async client can answer.
    with Sextant("http://127.0.0.1:9", API_KEY, retries=0) as away:
        retriever = SextantRetriever(client=away, async_client=async_client, k=1)
        (document,) = await retriever.ainvoke("When can I leave the harbour?", tenant_id=[sea])
    assert document.metadata["document_id"] == "harbour"


@pytest.fixture
def shelf(client: Sextant) -> SextantVectorStore:
    texts = [
        "Salt was carried over the Alps on mules.",
        "Don't climb when the wind blows.",
        "Bread needs time.",
    ]
    metadatas: list[dict[str, Any]] = [
        {"year": 2021, "source": "salt.txt"},
        {"year": 2023, "author": None},
        {"title": "Bread"},
    ]
    return SextantVectorStore.from_texts(
        texts,
        metadatas=metadatas,
        ids=[f"shelf-{name}" for name in ("salt", "wind", "bread")],
        client=client,
        tenant_id="shelf",
    )


def test_similar_texts_come_with_scores(shelf: SextantVectorStore) -> None:
    found = shelf.similarity_search_with_score("caravans across the mountains", k=3)
    assert found[0][0].id == "shelf-salt"
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] < scores[0] <= 1
    relevant = shelf.similarity_search_with_relevance_scores(
        "caravans across the mountains", k=3, score_threshold=scores[0]
    )
    assert [document.id for document, _ in relevant] == ["shelf-salt"]


def test_a_store_as_retriever(shelf: SextantVectorStore) -> None:
    assert shelf.embeddings is None
    retriever = shelf.as_retriever(
        search_kwargs={
            "k": 2,
            "search_type": "lexical",
            "filter": {"must": [{"exists": {"field": "metadata.year"}}]},
        }
    )
    assert [document.id for document in retriever.invoke("the salt")] == ["shelf-salt"]
    foreign = shelf.as_retriever(search_kwargs={"tenant_id": ["nobody"]})
    assert foreign.invoke("salt") == []


def test_metadata_comes_back_as_it_was(shelf: SextantVectorStore, client: Sextant) -> None:
    salt, wind, bread = shelf.get_by_ids(["shelf-salt", "shelf-wind", "shelf-bread"])
    assert [salt.metadata, wind.metadata, bread.metadata] == [
        {"year": 2021, "source": "salt.txt"},
        {"year": 2023},
        {"title": "Bread"},
    ]
    stored = client.documents.get("shelf-salt")
    assert (stored["source_uri"], stored["title"]) == ("salt.txt", "Salt was carried over the Alps on mules.")


def test_documents_of_others_show_their_title_and_source(client: Sextant, sea: str) -> None:
    (tides,) = SextantVectorStore(client, tenant_id=sea).get_by_ids(["tides"])
    assert tides.metadata == {"title": "How tides work"}


def test_a_store_keeps_to_its_tenant(shelf: SextantVectorStore, client: Sextant) -> None:
    other = SextantVectorStore(client, tenant_id="other-shelf")
    assert other.get_by_ids(["shelf-salt"]) == []
    assert other.delete(["shelf-salt"]) is True
    with pytest.raises(ImportFailedError, match="shelf-salt"):
        other.add_texts(["Mine now.", "This too."], ids=["shelf-salt", "other-salt"])
    assert [document.page_content[:4] for document in shelf.get_by_ids(["shelf-salt", "other-salt"])] == ["Salt"]
    assert other.get_by_ids(["other-salt"]) == []


def test_texts_that_are_refused_are_told(client: Sextant) -> None:
    store = SextantVectorStore(client, tenant_id="refused")
    with pytest.raises(ImportFailedError, match="1 of 2 texts"):
        store.add_documents([Document("Fine"), Document("Not fine", metadata={"dots.in.keys": 1})])
    with pytest.raises(ValueError, match="ids"):
        store.delete()
    with pytest.raises(ValueError, match="embed"):
        SextantVectorStore.from_texts(["text"], DeterministicFakeEmbedding(size=3), client=client, tenant_id="x")
