"""The classifier: the encoder's layers; the first token, the mean and the maximum over the tokens;
one hidden layer, three classes.

Word and position embeddings and their normalisation belong to the encoder and are not trained, but
for a teacher's words: the shipped file does not contain them. Parameter names (`layers.0.qkv`,
`hidden`, `out`) appear in the weight files and in the ONNX file, so they must not change.
"""

from collections.abc import Mapping

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from shared_modules import HIDDEN, NORM_EPSILON, Layer

# Subtracted from padding before the maximum over the tokens, so that padding never wins.
PADDING_PENALTY = 1e4
# All runs start from the same head, so that their weights can be averaged.
HEAD_SEED = 1


class SentimentModel(nn.Module):
    def __init__(
        self, trunk: Mapping[str, np.ndarray], dropout: float = 0.1, learns_words: bool = False
    ):
        """trunk: the arrays that trunk.py writes. learns_words: for teachers, which nobody ships."""
        super().__init__()
        weights = {
            name: torch.from_numpy(np.asarray(array).astype(np.float32))
            for name, array in trunk.items()
        }
        # Not persistent: a weight file holds only what is trained.
        for name, tensor in {
            "word": weights["word_embeddings_int8"] * weights["word_scales"],
            "position": weights["positions"],
            "norm_weight": weights["emb_ln_w"],
            "norm_bias": weights["emb_ln_b"],
        }.items():
            self.register_buffer(name, tensor, persistent=False)
        if learns_words:
            words = self.word
            del self.word
            self.word = nn.Parameter(words)
        count = len({name.split(".")[2] for name in weights if name.startswith("encoder.layer.")})
        self.layers = nn.ModuleList(
            Layer(weights, f"encoder.layer.{i}.", dropout) for i in range(count)
        )
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(HEAD_SEED)
            self.hidden = nn.Linear(3 * HIDDEN, HIDDEN)
            self.out = nn.Linear(HIDDEN, 3)
        self.dropout = dropout

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """ids, mask: [batch, tokens] -> logits [batch, 3] for negative, neutral, positive."""
        return self.out(self.features(ids, mask)).float()

    def features(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """[batch, HIDDEN]: what the classes are told from."""
        x = self.word[ids] + self.position[: ids.shape[1]]
        x = F.layer_norm(x, (HIDDEN,), self.norm_weight, self.norm_bias, NORM_EPSILON)
        x = F.dropout(x, self.dropout, self.training)
        attend = mask[:, None, None, :].bool()
        for layer in self.layers:
            x = layer(x, attend)
        real = mask[:, :, None].to(x.dtype)
        mean = (x * real).sum(1) / real.sum(1)
        maximum = (x - (1 - real) * PADDING_PENALTY).amax(1)
        hidden = torch.tanh(self.hidden(torch.cat([x[:, 0], mean, maximum], 1)))
        return F.dropout(hidden, self.dropout, self.training)
