"""The reader: the encoder's layers over question, title and passage; for every token of the passage
how likely the answer starts and ends there, and for the whole whether it holds an answer.

Word and position embeddings and their normalisation belong to the encoder and are never trained:
the shipped file does not contain them. Parameter names appear in the weight files and in the ONNX
file, so they must not change.
"""

from collections.abc import Mapping

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from shared_modules import HIDDEN, NORM_EPSILON, Layer

QUESTION, TITLE, PASSAGE = range(3)
SEGMENTS = 3
# Subtracted from the logits of tokens outside the passage.
OUTSIDE_PENALTY = 1e4
# All runs start from the same head, so that their weights can be averaged.
HEAD_SEED = 1


class Reader(nn.Module):
    def __init__(self, trunk: Mapping[str, np.ndarray], dropout: float = 0.1):
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
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(HEAD_SEED)
            self.segment = nn.Parameter(0.02 * torch.randn(SEGMENTS, HIDDEN))
            self.span = nn.Linear(HIDDEN, 2)
            self.hidden = nn.Linear(3 * HIDDEN, HIDDEN)
            self.out = nn.Linear(HIDDEN, 1)
        self.dropout = dropout

    def forward(
        self, ids: torch.Tensor, segments: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """ids, segments, mask: [batch, tokens] -> start and end logits [batch, tokens], answerable
        logits [batch]."""
        x = self.word[ids].float() + self.position[: ids.shape[1]]
        x = F.layer_norm(x, (HIDDEN,), self.norm_weight, self.norm_bias, NORM_EPSILON)
        x = F.dropout(x + self.segment[segments], self.dropout, self.training)
        attend = mask[:, None, None, :].bool()
        for layer in self.layers:
            x = layer(x, attend)
        inside = ((segments == PASSAGE) & mask.bool())[:, :, None]
        spans = self.span(x).float() - OUTSIDE_PENALTY * (~inside).float()
        # What is read at the likeliest start and end tells whether it is an answer.
        shares = spans.softmax(1).to(x.dtype)
        at_start, at_end = (torch.einsum("bt,btd->bd", shares[:, :, i], x) for i in range(2))
        hidden = torch.tanh(self.hidden(torch.cat([x[:, 0], at_start, at_end], 1)))
        answerable = self.out(F.dropout(hidden, self.dropout, self.training)).float()
        return spans[:, :, 0], spans[:, :, 1], answerable[:, 0]
