"""Smooths activations before they are rounded to 8 bits (SmoothQuant), as
`../multilingual/smoothing.py` does for the encoder: each input channel of a product is divided by a
factor, and the matrix's row multiplied by it, so that the product stays the same and no channel is
rounded away beside a far larger one."""

from collections.abc import Callable

import numpy as np
import torch

# How much of a channel's range goes into the matrix. The attention's output product does not need
# smoothing.
EXPONENTS = {"qkv": 0.5, "up": 0.5, "down": 0.8}
LOWEST_ACTIVATION, LOWEST_WEIGHT = 1e-3, 1e-4
LARGEST_FACTOR = 1e3

Factors = dict[str, np.ndarray]


@torch.no_grad()
def smoothing_factors(model: torch.nn.Module, read_texts: Callable[[], None]) -> Factors:
    """Factors per input channel by the product's name, from the activations while `read_texts` lets
    the model read some training examples. model: has `layers`."""
    model.eval()
    products = {
        f"layers.{i}.{name}": getattr(layer, name)
        for i, layer in enumerate(model.layers)
        for name in EXPONENTS
    }
    largest = {name: np.float32(LOWEST_ACTIVATION) for name in products}

    def watch(name: str):
        def observe(_, inputs: tuple[torch.Tensor]) -> None:
            largest[name] = np.maximum(
                largest[name], inputs[0].abs().flatten(0, -2).amax(0).numpy()
            )

        return products[name].register_forward_pre_hook(observe)

    hooks = [watch(name) for name in products]
    read_texts()
    for hook in hooks:
        hook.remove()
    factors: Factors = {}
    for name, product in products.items():
        exponent = EXPONENTS[name.split(".")[-1]]
        weight = product.weight.abs().amax(0).numpy()
        factor = largest[name] ** exponent / np.maximum(weight, LOWEST_WEIGHT) ** (1 - exponent)
        factor /= np.exp(np.log(factor).mean())
        factors[name] = np.clip(factor, 1 / LARGEST_FACTOR, LARGEST_FACTOR)
    return factors
