"""Sextant as a retriever of LlamaIndex. Needs `pip install sextant-client[llama-index]`."""

import asyncio

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
from typing_extensions import Unpack

from .client import AsyncSextant, Sextant
from .passages import lowest_score, passage_metadata
from .types.search import Passage, RetrieveOptions

__all__ = ["SextantRetriever"]


class SextantRetriever(BaseRetriever):
    """Retrieves passages of the documents in Sextant.

    The score of a node is the lowest that its confidence level stands for: 0.8, 0.65, 0.5 or 0.

    Args:
        client: The client to ask.
        async_client: The client for `aretrieve`; without it, that runs in a thread.
        callback_manager: As in other retrievers.
        options: Parameters of `client.retrieve`, such as `retrieval_limit`, `filter` and `tenant_id`.
    """

    def __init__(
        self,
        client: Sextant,
        *,
        async_client: AsyncSextant | None = None,
        callback_manager: CallbackManager | None = None,
        **options: Unpack[RetrieveOptions],
    ) -> None:
        self._client = client
        self._async_client = async_client
        self._options = options
        super().__init__(callback_manager=callback_manager)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        result = self._client.retrieve(query_bundle.query_str, **self._options)
        return [_node(passage) for passage in result["data"]]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._async_client is None:
            return await asyncio.to_thread(self._retrieve, query_bundle)
        result = await self._async_client.retrieve(query_bundle.query_str, **self._options)
        return [_node(passage) for passage in result["data"]]


def _node(passage: Passage) -> NodeWithScore:
    document = RelatedNodeInfo(node_id=passage["document_id"])
    node = TextNode(
        text=passage["passage"],
        metadata=passage_metadata(passage),
        relationships={NodeRelationship.SOURCE: document},
    )
    return NodeWithScore(node=node, score=lowest_score(passage["confidence_level"]))
