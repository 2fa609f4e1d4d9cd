"""The encoder of queries: the multilingual encoder's layers, trained further, so that a question lies
near the passages that answer it. Passages are read by the encoders as they are.

Word and position embeddings are the encoder's and are never trained: the shipped file does not
contain them. Parameter names appear in the weight files and in the ONNX file, so they must not change.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from shared_modules import HIDDEN, NORM_EPSILON, Layer


class PackedQueries(NamedTuple):
    """Texts one after the other without padding."""

    ids: torch.Tensor
    positions: torch.Tensor
    # int32 [texts + 1]: where each text begins, and the end.
    borders: torch.Tensor
    longest: int

    def to(self, device: str) -> "PackedQueries":
        tensors = (tensor.to(device) for tensor in self[:3])
        return PackedQueries(*tensors, self.longest)


def packed(texts: list[np.ndarray]) -> PackedQueries:
    lengths = [len(ids) for ids in texts]
    return PackedQueries(
        torch.from_numpy(np.concatenate(texts).astype(np.int64)),
        torch.from_numpy(np.concatenate([np.arange(length) for length in lengths])),
        torch.from_numpy(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)),
        max(lengths),
    )


class QueryEncoder(nn.Module):
    def __init__(
        self, trunk: Mapping[str, np.ndarray], dropout: float = 0.1, word_dropout: float = 0.0
    ):
        """trunk: the arrays that ../encoder_parts/trunk.py writes."""
        super().__init__()
        weights = {
            name: torch.from_numpy(np.asarray(array).astype(np.float32))
            for name, array in trunk.items()
        }
        # Not persistent: a weight file holds only what is trained.
        for name, tensor in {
            "word": (weights["word_embeddings_int8"] * weights["word_scales"]).half(),
            "position": weights["positions"],
            "norm_weight": weights["emb_ln_w"],
            "norm_bias": weights["emb_ln_b"],
        }.items():
            self.register_buffer(name, tensor, persistent=False)
        count = len({name.split(".")[2] for name in weights if name.startswith("encoder.layer.")})
        self.layers = nn.ModuleList(
            Layer(weights, f"encoder.layer.{i}.", dropout) for i in range(count)
        )
        self.dropout, self.word_dropout = dropout, word_dropout

    def forward(self, batch: PackedQueries) -> torch.Tensor:
        """Vectors of unit length: [texts, HIDDEN]."""
        x = self.word[batch.ids].float() + self.position[batch.positions]
        x = F.layer_norm(x, (HIDDEN,), self.norm_weight, self.norm_bias, NORM_EPSILON)
        if self.training:
            # Some words are left out, as people leave them out of queries. Not the first token, which
            # becomes the vector.
            is_left = torch.rand(len(x), 1, device=x.device) >= self.word_dropout
            x = x * (is_left | (batch.positions == 0)[:, None])
            x = F.dropout(x, self.dropout, True)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.bfloat16)
        for layer in self.layers:
            x = layer.packed(x, batch.borders, batch.longest)
        return F.normalize(x[batch.borders[:-1].long()].float(), dim=1)


def load_encoder(trunk: Path, weights: Path | None) -> QueryEncoder:
    model = QueryEncoder(np.load(trunk)).eval()
    if weights is not None:
        arrays = np.load(weights)
        model.load_state_dict(
            {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays.files}
        )
    return model
