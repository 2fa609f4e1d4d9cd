"""Writes the classifier as 8-bit ONNX: `input_ids` [1, tokens] -> `logits` [1, 3].

`../encoder_parts/layer_graph.py` says what the file is like. The head keeps 32-bit activations.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from dataset import Dataset
from model import SentimentModel
from shared_modules import LayerGraph
from smoothing import smoothing_factors


class ClassifierGraph(LayerGraph):
    def build(self) -> onnx.ModelProto:
        self._head(self._layers(self._embeddings()))
        ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])
        logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 3])
        return self._model("sentiment", [ids], [logits])

    def _head(self, x: str) -> None:
        pooled = self._node(
            "Concat",
            self._node("Slice", x, "zero", "one", "zero"),
            self._node("ReduceMean", x, axes=[0], keepdims=1),
            self._node("ReduceMax", x, axes=[0], keepdims=1),
            axis=1,
        )
        self._exact(self._hidden(pooled, "hidden"), "out", output="logits")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .onnx")
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (encode.py)")
    parser.add_argument(
        "weights", type=Path, nargs="+", help="weights, .npz (average_runs.py, shipped_weights.py)"
    )
    arguments = parser.parse_args()
    weights: dict[str, np.ndarray] = {}
    for path in arguments.weights:
        weights.update({k: v.astype(np.float32) for k, v in np.load(path).items()})
    model = SentimentModel(np.load(arguments.trunk))
    model.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    factors = smoothing_factors(model, Dataset(arguments.data))
    onnx.save(ClassifierGraph(weights, factors).build(), str(arguments.output))


if __name__ == "__main__":
    main()
