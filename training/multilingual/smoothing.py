"""Smooths activations before they are rounded to 8 bits (SmoothQuant).

Some channels have far larger activations than others, and one scale for all would round the others
away. Each input channel of a product is divided by a factor, and the matrix's row multiplied by it,
so that the product stays the same.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn.functional as F

from packed_bert import HEADS, HIDDEN, PackedBert

# How much of a channel's range goes into the matrix. The attention's output product is not
# smoothed: it does not need it.
EXPONENTS = {"attention": 0.5, "up": 0.5, "down": 0.8}
LOWEST_ACTIVATION, LOWEST_WEIGHT = 1e-3, 1e-4
LARGEST_FACTOR = 1e3

Observe = Callable[[int, str, torch.Tensor], None]
Factors = dict[tuple[int, str], np.ndarray]


@torch.no_grad()
def encode_exactly(
    model: PackedBert, table: torch.Tensor, ids: Sequence[int], observe: Observe | None = None
) -> np.ndarray:
    """The vector of one text in 32 bits. `observe` is shown the input of every product."""

    def watch(layer: int, product: str, x: torch.Tensor) -> torch.Tensor:
        if observe is not None:
            observe(layer, product, x)
        return x

    def by_head(x: torch.Tensor) -> torch.Tensor:
        return x.view(-1, HEADS, HIDDEN // HEADS).transpose(0, 1)

    x = table[torch.tensor(ids)] + model.positions.weight[: len(ids)] + model.token_type
    x = model.embedding_norm(x)
    for number, layer in enumerate(model.layers):
        qkv = layer.query_key_value(watch(number, "attention", x))
        query, key, value = (by_head(part) for part in qkv.chunk(3, dim=1))
        if number == len(model.layers) - 1:
            x, query = x[:1], query[:, :1]
        attended = F.scaled_dot_product_attention(query[None], key[None], value[None])[0]
        attended = attended.transpose(0, 1).reshape(-1, HIDDEN)
        x = layer.attention_norm(x + layer.attention_output(attended))
        fed = F.gelu(layer.feed_up(watch(number, "up", x)))
        x = layer.output_norm(x + layer.feed_down(watch(number, "down", fed)))
    return F.normalize(x[0], dim=0).numpy()


def smoothing_factors(model: PackedBert, texts: Sequence[Sequence[int]]) -> Factors:
    """Factors per input channel, by layer and product, from the largest activations on `texts`."""
    largest: dict[tuple[int, str], np.ndarray] = {}

    def observe(layer: int, product: str, x: torch.Tensor) -> None:
        before = largest.get((layer, product), LOWEST_ACTIVATION)
        largest[layer, product] = np.maximum(before, x.abs().amax(0).numpy())

    table = model.word_table().detach()
    for ids in texts:
        encode_exactly(model, table, ids, observe)
    factors: Factors = {}
    for number, layer in enumerate(model.layers):
        matrices = {
            "attention": layer.query_key_value,
            "up": layer.feed_up,
            "down": layer.feed_down,
        }
        for product, exponent in EXPONENTS.items():
            weight = matrices[product].weight.detach().abs().amax(0).numpy()
            activation = largest[number, product] ** exponent
            factor = activation / np.maximum(weight, LOWEST_WEIGHT) ** (1 - exponent)
            factor /= np.exp(np.log(factor).mean())
            factors[number, product] = np.clip(factor, 1 / LARGEST_FACTOR, LARGEST_FACTOR)
    return factors
