"""The classifier: the encoder's layers; the first token, the mean and the maximum over the tokens;
one hidden layer, three classes.

Word and position embeddings and their normalisation belong to the encoder and are never trained:
the shipped file does not contain them. Parameter names (`layers.0.qkv`, `hidden`, `out`) appear in
the weight files and in the ONNX file, so they must not change.
"""

from collections.abc import Mapping

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HIDDEN, HEADS = 384, 12
NORM_EPSILON = 1e-12
# Subtracted from padding before the maximum over the tokens, so that padding never wins.
PADDING_PENALTY = 1e4
# All runs start from the same head, so that their weights can be averaged.
HEAD_SEED = 1


class Layer(nn.Module):
    def __init__(self, weights: Mapping[str, torch.Tensor], prefix: str, dropout: float):
        super().__init__()

        def linear(*names: str) -> nn.Linear:
            """One product for several matrices of the encoder, stacked."""
            module = nn.Linear(1, 1)
            for part in ("weight", "bias"):
                stacked = torch.cat([weights[f"{prefix}{name}.{part}"] for name in names])
                setattr(module, part, nn.Parameter(stacked))
            return module

        def norm(name: str) -> nn.LayerNorm:
            module = nn.LayerNorm(HIDDEN, eps=NORM_EPSILON)
            module.weight = nn.Parameter(weights[f"{prefix}{name}.weight"])
            module.bias = nn.Parameter(weights[f"{prefix}{name}.bias"])
            return module

        self.qkv = linear(*(f"attention.self.{name}" for name in ("query", "key", "value")))
        self.o = linear("attention.output.dense")
        self.ln1 = norm("attention.output.LayerNorm")
        self.up = linear("intermediate.dense")
        self.down = linear("output.dense")
        self.ln2 = norm("output.LayerNorm")
        self.dropout = dropout

    def forward(self, x: torch.Tensor, attend: torch.Tensor) -> torch.Tensor:
        batch, tokens, _ = x.shape
        qkv = self.qkv(x).view(batch, tokens, 3, HEADS, HIDDEN // HEADS)
        query, key, value = qkv.permute(2, 0, 3, 1, 4)
        attention = F.scaled_dot_product_attention(
            query, key, value, attn_mask=attend, dropout_p=self.dropout if self.training else 0.0
        )
        attention = self.o(attention.transpose(1, 2).reshape(batch, tokens, HIDDEN))
        x = self.ln1(x + F.dropout(attention, self.dropout, self.training))
        forward = self.down(F.gelu(self.up(x)))
        return self.ln2(x + F.dropout(forward, self.dropout, self.training))


class SentimentModel(nn.Module):
    def __init__(self, trunk: Mapping[str, np.ndarray], dropout: float = 0.1):
        """trunk: the arrays that trunk.py writes."""
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
        return self.out(F.dropout(hidden, self.dropout, self.training)).float()
