"""A layer of the encoder, to be trained further for another task."""

from collections.abc import Mapping

import torch
import torch.nn as nn
import torch.nn.functional as F

HIDDEN, HEADS = 384, 12
NORM_EPSILON = 1e-12


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
