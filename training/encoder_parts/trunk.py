"""Writes an encoder in the form the classifier starts from: layers in fp16, word table in 8 bits.

The embeddings have to be the shipped ones, bit for bit, because the classifier's ONNX file does not
contain them: they are joined from the encoder's when the model is loaded. So they are read from the
encoder's ONNX file. The layers are read from there too, with what rounding has left of them, unless
their weights before rounding are given.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import load_file

Arrays = dict[str, np.ndarray]

EMBEDDINGS = ("word_embeddings_int8", "word_scales", "positions", "emb_ln_w", "emb_ln_b")
# The products of a layer in the ONNX file: BERT's name, and the smoothing of its input.
PRODUCTS = {
    "q": ("attention.self.query", "qkv"),
    "k": ("attention.self.key", "qkv"),
    "v": ("attention.self.value", "qkv"),
    "o": ("attention.output.dense", "o"),
    "up": ("intermediate.dense", "up"),
    "down": ("output.dense", "down"),
}
NORMS = {"ln1": "attention.output.LayerNorm", "ln2": "output.LayerNorm"}


def read_arrays(path: Path) -> Arrays:
    initializers = onnx.load(str(path)).graph.initializer
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in initializers}


def layers_of(encoder: Arrays) -> Arrays:
    """The layers by BERT's names, rounding and smoothing undone."""
    layers: Arrays = {}
    number = 0
    while f"l{number}_q_W" in encoder:
        ours, bert = f"l{number}_", f"encoder.layer.{number}."
        for name, (product, smoothed) in PRODUCTS.items():
            matrix = encoder[f"{ours}{name}_W"] * encoder[f"{ours}{name}_scale"]
            smoothing = encoder.get(f"{ours}{smoothed}_smooth")
            if smoothing is not None:
                matrix = matrix * smoothing[:, None]
            layers[f"{bert}{product}.weight"] = np.ascontiguousarray(matrix.T)
            layers[f"{bert}{product}.bias"] = encoder[f"{ours}{name}_bias"]
        for name, norm in NORMS.items():
            layers[f"{bert}{norm}.weight"] = encoder[f"{ours}{name}_w"]
            layers[f"{bert}{norm}.bias"] = encoder[f"{ours}{name}_b"]
        number += 1
    return layers


def _is_below(layer: int, limit: int | None) -> bool:
    return limit is None or layer < limit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("encoder", type=Path, help="the shipped encoder, .onnx")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument(
        "--layers", type=Path, help="its layers before rounding, .safetensors (BERT's names)"
    )
    parser.add_argument("--lowest", type=int, help="how many layers to take (default: all)")
    arguments = parser.parse_args()

    encoder = read_arrays(arguments.encoder)
    layers = load_file(arguments.layers) if arguments.layers else layers_of(encoder)
    trunk = {name: encoder[name] for name in EMBEDDINGS}
    for name, array in layers.items():
        # encoder.layer.NUMBER.…
        if name.startswith("encoder.") and _is_below(int(name.split(".")[2]), arguments.lowest):
            trunk[name] = array.astype(np.float16)
    np.savez(arguments.output, **trunk)


if __name__ == "__main__":
    main()
