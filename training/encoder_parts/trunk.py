"""Writes an encoder in the form the classifier starts from: layers in fp16, word table in 8 bits.

The embeddings have to be the shipped ones, bit for bit, because the classifier's ONNX file does not
contain them: they are joined from the encoder's when the model is loaded. So they are read from the
encoder's ONNX file. The layers are read from there too, with what rounding has left of them, unless
others are given: the same ones before rounding, or those of models whose layers can be put upon each
other.
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


def layers_of(model: Arrays) -> Arrays:
    """The layers by BERT's names, rounding and smoothing undone."""
    # Names in an encoder's file, and in the file of a model that was trained from one.
    prefix = "l{}_" if "l0_q_W" in model else "layers.{}."
    layers: Arrays = {}
    number = 0
    while prefix.format(number) + "q_W" in model:
        ours, bert = prefix.format(number), f"encoder.layer.{number}."
        for name, (product, smoothed) in PRODUCTS.items():
            matrix = model[f"{ours}{name}_W"] * model[f"{ours}{name}_scale"]
            smoothing = model.get(f"{ours}{smoothed}_smooth")
            if smoothing is not None:
                matrix = matrix * smoothing[:, None]
            layers[f"{bert}{product}.weight"] = np.ascontiguousarray(matrix.T)
            layers[f"{bert}{product}.bias"] = model[f"{ours}{name}_bias"]
        for name, norm in NORMS.items():
            layers[f"{bert}{norm}.weight"] = model[f"{ours}{name}_w"]
            layers[f"{bert}{norm}.bias"] = model[f"{ours}{name}_b"]
        number += 1
    return layers


def read_layers(choice: str) -> Arrays:
    """choice: FILE, FILE:NUMBER or FILE:FIRST-LAST. The chosen layers, numbered from 0."""
    file, _, numbers = choice.partition(":")
    layers = layers_of(read_arrays(Path(file))) if file.endswith(".onnx") else load_file(file)
    first, _, last = numbers.partition("-")
    chosen = {}
    for name, array in layers.items():
        if not name.startswith("encoder."):
            continue
        # encoder.layer.NUMBER.…
        number = int(name.split(".")[2])
        if numbers and not int(first) <= number <= int(last or first):
            continue
        chosen[_renumbered(name, number - int(first or 0))] = array
    return chosen


def joined(choices: list[str]) -> Arrays:
    """The layers of all choices, one upon the other."""
    layers: Arrays = {}
    for choice in choices:
        below = len({name.split(".")[2] for name in layers})
        for name, array in read_layers(choice).items():
            layers[_renumbered(name, below + int(name.split(".")[2]))] = array
    return layers


def _renumbered(name: str, number: int) -> str:
    encoder, layer, _, rest = name.split(".", 3)
    return f"{encoder}.{layer}.{number}.{rest}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("encoder", type=Path, help="the shipped encoder, .onnx")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument(
        "--layers",
        nargs="+",
        help="files with the layers to take instead of the encoder's, lowest first: .safetensors"
        " (BERT's names), or .onnx of an encoder or a reader; FILE:2-6 takes its third to its"
        " seventh layer",
    )
    arguments = parser.parse_args()

    encoder = read_arrays(arguments.encoder)
    trunk = {name: encoder[name] for name in EMBEDDINGS}
    for name, array in joined(arguments.layers or [str(arguments.encoder)]).items():
        trunk[name] = array.astype(np.float16)
    np.savez(arguments.output, **trunk)


if __name__ == "__main__":
    main()
