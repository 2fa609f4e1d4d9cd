"""Turns the shipped classifier back into a model that can be trained further.

export_onnx.py rounds the weights to 8 bits; this module undoes everything but the rounding, and
adds the embeddings from the encoder's file. Run as a script, it writes them in the form that
trunk.py writes.
"""

import argparse
import math
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from model import HEADS, HIDDEN, LAYERS, SentimentModel

Arrays = dict[str, np.ndarray]

# Our names of a layer's parts and BERT's.
BERT_NAMES = {
    "o": "attention.output.dense",
    "ln1": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "ln2": "output.LayerNorm",
}
PARTS = ("weight", "bias")


def read_arrays(path: Path) -> Arrays:
    initializers = onnx.load(str(path)).graph.initializer
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in initializers}


def classifier_weights(arrays: Arrays) -> Arrays:
    """The weights by the names of SentimentModel's parameters."""
    weights: Arrays = {}

    def read_linear(name: str) -> None:
        weights[name + ".weight"] = (
            arrays[name + "_q"].astype(np.float32) * arrays[name + "_s"]
        ).T.copy()
        weights[name + ".bias"] = arrays[name + "_b"].copy()

    for i in range(LAYERS):
        layer = f"layers.{i}."
        for name in ("qkv", "o", "up", "down"):
            read_linear(layer + name)
        # The file has attention's 1/√d in the queries.
        for part in PARTS:
            weights[f"{layer}qkv.{part}"][:HIDDEN] *= math.sqrt(HIDDEN // HEADS)
        for name in ("ln1", "ln2"):
            weights[f"{layer}{name}.weight"] = arrays[f"{layer}{name}_w"]
            weights[f"{layer}{name}.bias"] = arrays[f"{layer}{name}_b"]
    read_linear("hidden")
    weights["out.weight"] = arrays["out_w"].T.copy()
    weights["out.bias"] = arrays["out_b"]
    return weights


def as_trunk(weights: Arrays, encoder: Arrays) -> Arrays:
    """The classifier's layers and the encoder's embeddings, by trunk.py's names."""
    trunk = {
        "word_embeddings_int8": encoder["word_embeddings_int8"],
        "word_scales": encoder["word_scales"],
        "embeddings.position_embeddings.weight": encoder["positions"],
        # The file has them added to the positions.
        "embeddings.token_type_embeddings.weight": np.zeros((1, HIDDEN), np.float32),
        "embeddings.LayerNorm.weight": encoder["emb_ln_w"],
        "embeddings.LayerNorm.bias": encoder["emb_ln_b"],
    }
    for i in range(LAYERS):
        bert = f"encoder.layer.{i}."
        for part in PARTS:
            queries_keys_values = np.split(weights[f"layers.{i}.qkv.{part}"], 3)
            for name, value in zip(("query", "key", "value"), queries_keys_values):
                trunk[f"{bert}attention.self.{name}.{part}"] = value
            for ours, theirs in BERT_NAMES.items():
                trunk[f"{bert}{theirs}.{part}"] = weights[f"layers.{i}.{ours}.{part}"]
    return trunk


def load_shipped(classifier: Path, encoder: Path, dropout: float = 0.1) -> SentimentModel:
    weights = classifier_weights(read_arrays(classifier))
    model = SentimentModel(as_trunk(weights, read_arrays(encoder)), dropout)
    model.load_state_dict({k: torch.from_numpy(np.array(v)) for k, v in weights.items()})
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("classifier", type=Path, help="the shipped classifier, .onnx")
    parser.add_argument("encoder", type=Path, help="the encoder it was trained on, .onnx")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    arguments = parser.parse_args()
    weights = classifier_weights(read_arrays(arguments.classifier))
    np.savez(arguments.output, **as_trunk(weights, read_arrays(arguments.encoder)))


if __name__ == "__main__":
    main()
