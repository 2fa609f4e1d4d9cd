"""A layer of the encoder, to be trained further for another task."""

import sys
from collections.abc import Mapping
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.append(str(Path(__file__).resolve().parents[1] / "multilingual"))

from packed_bert import packed_attention  # noqa: E402

HIDDEN, HEADS = 384, 12
NORM_EPSILON = 1e-12


class Layer(nn.Module):
    # torch.compile's form of _finish (compile_layers).
    compiled_finish = None

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
        return self._finish(x, attention.transpose(1, 2).reshape(batch, tokens, HIDDEN))

    def packed(self, x: torch.Tensor, borders: torch.Tensor, longest: int) -> torch.Tensor:
        """x: texts one after the other without padding, [tokens, HIDDEN]; borders: where each begins,
        and the end."""
        qkv = self.qkv(x).view(-1, 3, HEADS, HIDDEN // HEADS).unbind(1)
        attention = packed_attention(*qkv, borders, borders, (longest, longest)).reshape(x.shape)
        if self.training and Layer.compiled_finish is not None:
            return Layer.compiled_finish(self, x, attention)
        return self._finish(x, attention)

    def _finish(self, x: torch.Tensor, attention: torch.Tensor) -> torch.Tensor:
        """What follows attention."""
        attention = F.dropout(self.o(attention), self.dropout, self.training)
        x = self.ln1(x + attention).to(attention.dtype)
        forward = F.dropout(self.down(F.gelu(self.up(x))), self.dropout, self.training)
        return self.ln2(x + forward).to(attention.dtype)


def compile_layers() -> None:
    """For packed batches, whose shape never changes."""
    Layer.compiled_finish = torch.compile(Layer._finish, dynamic=False)
