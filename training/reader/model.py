"""The reader: the encoder's layers over question, title and passage; for every token of the passage
how likely the answer starts and ends there, and for the whole whether it holds an answer.

Word and position embeddings and their normalisation belong to the encoder and are never trained:
the shipped file does not contain them. Parameter names appear in the weight files and in the ONNX
file, so they must not change.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

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


class PackedTexts(NamedTuple):
    """Texts one after the other without padding. The last ones may be no examples: they fill a batch
    up to a size that never changes, which lets the layers be compiled once."""

    ids: torch.Tensor
    positions: torch.Tensor
    segments: torch.Tensor
    # The number of the text that each token belongs to.
    text: torch.Tensor
    # int32 [texts + 1]: where each text begins, and the end.
    borders: torch.Tensor
    longest: int

    @property
    def texts(self) -> int:
        return len(self.borders) - 1


class Reader(nn.Module):
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
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(HEAD_SEED)
            self.segment = nn.Parameter(0.02 * torch.randn(SEGMENTS, HIDDEN))
            self.span = nn.Linear(HIDDEN, 2)
            self.hidden = nn.Linear(3 * HIDDEN, HIDDEN)
            self.out = nn.Linear(HIDDEN, 1)
        self.dropout = dropout
        self.word_dropout = word_dropout

    def forward(self, batch: PackedTexts) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Start and end logits [tokens], answerable logits [texts]."""
        x = self.word[batch.ids].float() + self.position[batch.positions]
        x = F.layer_norm(x, (HIDDEN,), self.norm_weight, self.norm_bias, NORM_EPSILON)
        if self.training:
            # Some words are left out, so that an answer is not recognised by a few of them.
            x = x * (torch.rand(len(x), 1, device=x.device) >= self.word_dropout)
        # A product, because the gradient of a lookup in three rows is slow on a GPU.
        segments = F.one_hot(batch.segments, SEGMENTS).float()
        x = F.dropout(x + segments @ self.segment, self.dropout, self.training)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.bfloat16)
        for layer in self.layers:
            x = layer.packed(x, batch.borders, batch.longest)
        inside = (batch.segments == PASSAGE)[:, None]
        spans = self.span(x).float() - OUTSIDE_PENALTY * (~inside).float()
        # What is read at the likeliest start and end tells whether it is an answer.
        totals = total_of_texts(spans, batch).index_select(0, batch.text)
        shares = (spans - totals).exp()
        read = [
            spans.new_zeros(batch.texts, HIDDEN).index_add(0, batch.text, x * shares[:, i : i + 1])
            for i in range(2)
        ]
        first = x[batch.borders[:-1].long().clamp(max=len(x) - 1)]
        hidden = torch.tanh(
            self.hidden(torch.cat([first, *(part.to(x.dtype) for part in read)], 1))
        )
        answerable = self.out(F.dropout(hidden, self.dropout, self.training)).float()
        return spans[:, 0], spans[:, 1], answerable[:, 0]


def total_of_texts(logits: torch.Tensor, batch: PackedTexts) -> torch.Tensor:
    """The logarithm of the sum of exp(logits) over each text: [texts, ...]."""
    text = batch.text.view(-1, *[1] * (logits.dim() - 1)).expand_as(logits)
    empty = logits.new_full((batch.texts, *logits.shape[1:]), -torch.inf)
    highest = empty.scatter_reduce(0, text, logits.detach(), "amax").clamp(min=-1e9)
    sums = torch.zeros_like(highest).index_add(
        0, batch.text, (logits - highest.index_select(0, batch.text)).exp()
    )
    return highest + sums.clamp(min=1e-30).log()


def load_weights(paths: list[Path]) -> dict[str, np.ndarray]:
    weights: dict[str, np.ndarray] = {}
    for path in paths:
        weights.update({k: v.astype(np.float32) for k, v in np.load(path).items()})
    return weights


def state_of(paths: list[Path]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in load_weights(paths).items()}


def load_reader(trunk: Path, paths: list[Path]) -> Reader:
    model = Reader(np.load(trunk)).eval()
    if paths:
        model.load_state_dict(state_of(paths))
    return model
