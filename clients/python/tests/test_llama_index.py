"""The retriever of LlamaIndex, on the real service."""

import pytest
from conftest import API_KEY
from llama_index.core.postprocessor import SimilarityPostprocessor
from llama_index.core.schema import NodeRelationship, QueryBundle

from sextant_client import AsyncSextant, Sextant
from sextant_client.llama_index import SextantRetriever

QUESTION = "When can I leave the harbour?"


def test_passages_are_nodes(client: Sextant, sea: str) -> None:
    (found,) = SextantRetriever(client, tenant_id=[sea], retrieval_limit=1).retrieve(QUESTION)
    assert found.text.startswith("Boats leave the harbour two hours before high water.")
    assert found.score in (0.8, 0.65, 0.5)
    assert found.metadata["document_id"] == found.metadata["source"] == "harbour"
    source = found.node.relationships[NodeRelationship.SOURCE]
    assert getattr(source, "node_id", None) == "harbour"


def test_filters_and_scores_work_with_postprocessors(client: Sextant, sea: str) -> None:
    retriever = SextantRetriever(client, filter={"must": [{"term": {"id": "tides"}}]}, ai_search_cutoff_score=0)
    nodes = retriever.retrieve(QueryBundle("the Moon pulls the oceans"))
    assert [node.metadata["document_id"] for node in nodes] == ["tides"]
    assert SimilarityPostprocessor(similarity_cutoff=0.5).postprocess_nodes(nodes) == nodes


@pytest.mark.parametrize("with_async_client", [True, False])
async def test_async(with_async_client: bool, client: Sextant, async_client: AsyncSextant, sea: str) -> None:
    with Sextant("http://127.0.0.1:9", API_KEY, retries=0) as away:
        retriever = SextantRetriever(
            away if with_async_client else client,
            async_client=async_client if with_async_client else None,
            tenant_id=[sea],
            retrieval_limit=1,
        )
        (found,) = await retriever.aretrieve(QUESTION)
    assert found.metadata["document_id"] == "harbour"
