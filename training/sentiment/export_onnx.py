"""Writes the classifier as 8-bit ONNX (opset 17): `input_ids` [1, tokens] -> `logits` [1, 3].

The file lacks the tensors in SHARED, which it shares with the encoder:
`src/inference/onnx/joined-model.ts` adds them, by these names, when the model is loaded. Products
of the layers take 8-bit weights (one scale per output) and activations that are quantised as they
come. The second feed-forward product and the head keep 32-bit activations, because rounding costs
most there.
"""

import argparse
import math
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HIDDEN, HEADS, LAYERS, NORM_EPSILON = 384, 12, 6, 1e-12
SHARED = ("word_embeddings_int8", "word_scales", "positions", "emb_ln_w", "emb_ln_b")

Weights = dict[str, np.ndarray]


class GraphBuilder:
    """Collects nodes and constants. Every method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []

    def constant(self, name: str, array: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, *inputs: str, output: str | None = None, **attributes) -> str:
        return self._add(kind, inputs, [output or self._name(kind, 0)], attributes)[0]

    def node_with_outputs(self, kind: str, count: int, *inputs: str, **attributes) -> list[str]:
        return self._add(kind, inputs, [self._name(kind, i) for i in range(count)], attributes)

    def norm(self, x: str, name: str, weights: Weights) -> str:
        scale = self.constant(name + "_w", weights[name + ".weight"])
        bias = self.constant(name + "_b", weights[name + ".bias"])
        return self.node("LayerNormalization", x, scale, bias, axis=-1, epsilon=NORM_EPSILON)

    def quantized_linear(self, x: str, name: str, weight: np.ndarray, bias: np.ndarray) -> str:
        """A product of 8-bit integers."""
        matrix, scales = self._quantize(name, weight)
        rounded, scale, zero = self.node_with_outputs("DynamicQuantizeLinear", 3, x)
        product = self.node("MatMulInteger", rounded, matrix, zero)
        product = self.node("Cast", product, to=TensorProto.FLOAT)
        product = self.node("Mul", product, self.node("Mul", scale, scales))
        return self.node("Add", product, self.constant(name + "_b", bias))

    def linear(self, x: str, name: str, weight: np.ndarray, bias: np.ndarray) -> str:
        """A product of 32-bit activations and weights that are stored in 8 bits."""
        matrix, scales = self._quantize(name, weight)
        matrix = self.node("Mul", self.node("Cast", matrix, to=TensorProto.FLOAT), scales)
        return self.node("Add", self.node("MatMul", x, matrix), self.constant(name + "_b", bias))

    def _quantize(self, name: str, weight: np.ndarray) -> tuple[str, str]:
        """weight: [out, in]; stored as [in, out] with a scale per output."""
        weight = weight.T
        scales = np.maximum(np.abs(weight).max(0), 1e-8) / 127
        rounded = np.clip(np.rint(weight / scales), -127, 127).astype(np.int8)
        return (
            self.constant(name + "_q", rounded),
            self.constant(name + "_s", scales.astype(np.float32)),
        )

    def _name(self, kind: str, i: int) -> str:
        return f"{kind}_{len(self.nodes) + 1}_{i}"

    def _add(self, kind: str, inputs: tuple[str, ...], outputs: list[str], attributes) -> list[str]:
        self.nodes.append(helper.make_node(kind, inputs, outputs, **attributes))
        return outputs


def build_model(weights: Weights) -> onnx.ModelProto:
    """weights: by the names of SentimentModel's parameters, in 32 bits."""
    graph = GraphBuilder()
    for name, value in (
        ("zero", np.array([0], np.int64)),
        ("one", np.array([1], np.int64)),
        ("two", np.array([2], np.int64)),
        ("by_head", np.array([0, 0, HEADS, HIDDEN // HEADS], np.int64)),
        ("flat", np.array([0, 0, HIDDEN], np.int64)),
        ("f_one", np.array(1, np.float32)),
        ("half", np.array(0.5, np.float32)),
        ("root2", np.array(math.sqrt(2), np.float32)),
    ):
        graph.constant(name, value)
    x = _embeddings(graph)
    for i in range(LAYERS):
        x = _layer(graph, x, f"layers.{i}.", weights)
    _head(graph, x, weights)
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 3])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "sentiment", [ids], [logits], graph.initializers),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    model.ir_version = 8
    return model


def _embeddings(graph: GraphBuilder) -> str:
    words = graph.node("Gather", "word_embeddings_int8", "input_ids")
    words = graph.node("Cast", words, to=TensorProto.FLOAT)
    words = graph.node("Mul", words, graph.node("Gather", "word_scales", "input_ids"))
    length = graph.node("Slice", graph.node("Shape", "input_ids"), "one", "two", "zero")
    positions = graph.node("Slice", "positions", "zero", length, "zero")
    return graph.node(
        "LayerNormalization",
        graph.node("Add", words, positions),
        "emb_ln_w",
        "emb_ln_b",
        axis=-1,
        epsilon=NORM_EPSILON,
    )


def _layer(graph: GraphBuilder, x: str, layer: str, weights: Weights) -> str:
    def parameters(name: str) -> tuple[np.ndarray, np.ndarray]:
        return weights[f"{layer}{name}.weight"], weights[f"{layer}{name}.bias"]

    def by_head(tensor: str, order: list[int]) -> str:
        return graph.node("Transpose", graph.node("Reshape", tensor, "by_head"), perm=order)

    # Attention's 1/√d goes into the queries.
    scale = np.ones((3 * HIDDEN, 1), np.float32)
    scale[:HIDDEN] = 1 / math.sqrt(HIDDEN // HEADS)
    weight, bias = parameters("qkv")
    qkv = graph.quantized_linear(x, layer + "qkv", weight * scale, bias * scale[:, 0])
    query, key, value = graph.node_with_outputs("Split", 3, qkv, axis=2)
    similarity = graph.node("MatMul", by_head(query, [0, 2, 1, 3]), by_head(key, [0, 2, 3, 1]))
    attention = graph.node("Softmax", similarity, axis=-1)
    attention = graph.node("MatMul", attention, by_head(value, [0, 2, 1, 3]))
    attention = graph.node("Transpose", attention, perm=[0, 2, 1, 3])
    attention = graph.node("Reshape", attention, "flat")
    attention = graph.quantized_linear(attention, layer + "o", *parameters("o"))
    x = graph.norm(graph.node("Add", x, attention), layer + "ln1", weights)
    up = graph.quantized_linear(x, layer + "up", *parameters("up"))
    gelu = graph.node("Add", graph.node("Erf", graph.node("Div", up, "root2")), "f_one")
    gelu = graph.node("Mul", graph.node("Mul", up, gelu), "half")
    down = graph.linear(gelu, layer + "down", *parameters("down"))
    return graph.norm(graph.node("Add", x, down), layer + "ln2", weights)


def _head(graph: GraphBuilder, x: str, weights: Weights) -> None:
    pooled = graph.node(
        "Concat",
        graph.node("ReduceMean", x, axes=[1], keepdims=0),
        graph.node("ReduceMax", x, axes=[1], keepdims=0),
        axis=1,
    )
    hidden = graph.linear(pooled, "hidden", weights["hidden.weight"], weights["hidden.bias"])
    hidden = graph.node("Tanh", hidden)
    product = graph.node("MatMul", hidden, graph.constant("out_w", weights["out.weight"].T))
    graph.node("Add", product, graph.constant("out_b", weights["out.bias"]), output="logits")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .onnx")
    parser.add_argument("weights", type=Path, nargs="+", help="the .npz files of choose.py")
    arguments = parser.parse_args()
    weights: Weights = {}
    for path in arguments.weights:
        weights.update({k: v.astype(np.float32) for k, v in np.load(path).items()})
    onnx.save(build_model(weights), str(arguments.output))


if __name__ == "__main__":
    main()
