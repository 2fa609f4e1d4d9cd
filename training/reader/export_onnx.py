"""Writes the reader as 8-bit ONNX: `input_ids`, `segments` [1, tokens] -> `start`, `end` [tokens],
`answerable` [1].

`../encoder_parts/layer_graph.py` says what the file is like. The heads keep 32-bit activations.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from dataset import Dataset
from model import OUTSIDE_PENALTY, PASSAGE, load_reader
from shared_modules import HIDDEN, LayerGraph, factors_while

SMOOTHING_EXAMPLES = 300
SEED = 5


class ReaderGraph(LayerGraph):
    def build(self) -> onnx.ModelProto:
        self._constant("text_by_width", np.array([-1], np.int64))
        segments = self._node("Reshape", "segments", "text_by_width")
        table = self._constant("segment_table", self._weights["segment"])
        x = self._node("Add", self._embeddings(), self._node("Gather", table, segments))
        self._heads(self._layers(x), segments)
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"])
            for name in ("input_ids", "segments")
        ]
        outputs = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, [length])
            for name, length in (("start", "tokens"), ("end", "tokens"), ("answerable", 1))
        ]
        return self._model("reader", inputs, outputs)

    def _heads(self, x: str, segments: str) -> None:
        passage = self._constant("passage_segment", np.array(PASSAGE, np.int64))
        outside = self._node("Not", self._node("Equal", segments, passage))
        penalty = self._constant("penalty", np.array(-OUTSIDE_PENALTY, np.float32))
        outside = self._node("Mul", self._node("Cast", outside, to=TensorProto.FLOAT), penalty)
        spans = self._node("Transpose", self._exact(x, "span"), perm=[1, 0])
        spans = self._node("Add", spans, outside)  # [start and end, tokens]
        for name, begin, past in (("start", "zero", "one"), ("end", "one", "two")):
            row = self._node("Slice", spans, begin, past, "zero")
            self._node("Reshape", row, "text_by_width", output=name)
        read = self._node("MatMul", self._node("Softmax", spans, axis=-1), x)
        first = self._node("Slice", x, "zero", "one", "zero")
        shape = self._constant("one_row", np.array([1, 3 * HIDDEN], np.int64))
        pooled = self._node("Reshape", self._node("Concat", first, read, axis=0), shape)
        answerable = self._exact(self._hidden(pooled, "hidden"), "out")
        self._node("Reshape", answerable, "text_by_width", output="answerable")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .onnx")
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (prepare.py)")
    parser.add_argument("weights", type=Path, nargs="*", help="the .npz files of train.py")
    arguments = parser.parse_args()
    model = load_reader(arguments.trunk, arguments.weights)
    dataset = Dataset(arguments.data)

    def read_texts() -> None:
        rows = np.random.default_rng(SEED).choice(dataset.training_rows, SMOOTHING_EXAMPLES)
        for row in rows:
            for batch in dataset.batches(np.array([row]), 1):
                model(batch.packed)

    factors = factors_while(model, read_texts)
    weights = {name: t.detach().numpy() for name, t in model.state_dict().items()}
    onnx.save(ReaderGraph(weights, factors).build(), str(arguments.output))


if __name__ == "__main__":
    main()
