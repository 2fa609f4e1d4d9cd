"""Writes the encoder of queries as 8-bit ONNX: `input_ids` [1, tokens] -> `sentence_embedding` [1, 384].

`../encoder_parts/layer_graph.py` says what the file is like.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from dataset import Dataset
from model import load_encoder, packed
from shared_modules import HIDDEN, LayerGraph, factors_while

SMOOTHING_TEXTS = 2000
AT_ONCE = 64
SEED = 5


class QueryGraph(LayerGraph):
    def build(self) -> onnx.ModelProto:
        x = self._layers(self._embeddings())
        first = self._node("Slice", x, "zero", "one", "zero")
        self._node("LpNormalization", first, axis=-1, p=2, output="sentence_embedding")
        ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])
        vector = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, [1, HIDDEN])
        return self._model("queries", [ids], [vector])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .onnx")
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the texts, .npz (prepare.py)")
    parser.add_argument("weights", type=Path, help="the file of train.py")
    arguments = parser.parse_args()
    model = load_encoder(arguments.trunk, arguments.weights)
    data = Dataset(arguments.data)

    def read_texts() -> None:
        training = np.flatnonzero(~data.kept)
        rows = np.random.default_rng(SEED).permutation(training)[:SMOOTHING_TEXTS]
        with torch.no_grad():
            for first in range(0, len(rows), AT_ONCE):
                model(packed(data.texts(rows[first : first + AT_ONCE])))

    factors = factors_while(model, read_texts)
    weights = {name: t.detach().numpy() for name, t in model.state_dict().items()}
    onnx.save(QueryGraph(weights, factors).build(), str(arguments.output))


if __name__ == "__main__":
    main()
