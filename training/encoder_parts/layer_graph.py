"""The ONNX graph of the encoder's layers for a model that is trained from them: opset 17, one text at
a time.

The file lacks the tensors in EMBEDDINGS (trunk.py), which it shares with the encoder:
`src/inference/onnx/joined-model.ts` adds them, by these names, when the model is loaded. Products
of the layers take 8-bit weights (one scale per output) and activations that are smoothed
(smoothing.py) and rounded as they come. The shape of the graph is the encoder's
(`../multilingual/onnx_graph.py`), which is fast in onnxruntime on the CPU.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from encoder_parts.layer import HEADS, HIDDEN, NORM_EPSILON
from encoder_parts.smoothing import Factors

sys.path.append(str(Path(__file__).resolve().parents[1] / "multilingual"))

from quantise import quantise_columns  # noqa: E402

MICROSOFT = "com.microsoft"
OPSET, IR_VERSION = 17, 8

Weights = dict[str, np.ndarray]


class LayerGraph:
    """Collects nodes and constants. Methods that add a node return the name of its result."""

    def __init__(self, weights: Weights, factors: Factors):
        """weights: by the names of the model's parameters, in 32 bits."""
        self._weights, self._factors = weights, factors
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        constants = {"zero": [0], "one": [1], "two": [2]}
        constants |= {"tokens_by_width": [-1, HIDDEN], "one_text": [1, -1, HIDDEN]}
        for name, values in constants.items():
            self._constant(name, np.array(values, np.int64))

    def _layers(self, x: str) -> str:
        """x, and the result: [tokens, HIDDEN]."""
        layers = 1 + max(int(name.split(".")[1]) for name in self._weights if "layers" in name)
        for i in range(layers):
            x = self._layer(x, f"layers.{i}.")
        return x

    def _model(self, name: str, inputs: list, outputs: list) -> onnx.ModelProto:
        model = helper.make_model(
            helper.make_graph(self._nodes, name, inputs, outputs, self._constants),
            opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)],
        )
        model.ir_version = IR_VERSION
        return model

    def _hidden(self, x: str, name: str) -> str:
        """A product with 8-bit weights but 32-bit activations, and tanh."""
        matrix, scales = self._quantised(name, self._weights[name + ".weight"].T)
        matrix = self._node("Mul", self._node("Cast", matrix, to=TensorProto.FLOAT), scales)
        bias = self._constant(name + "_bias", self._weights[name + ".bias"])
        return self._node("Tanh", self._node("Add", self._node("MatMul", x, matrix), bias))

    def _exact(self, x: str, name: str, output: str | None = None) -> str:
        """A product in 32 bits."""
        product = self._constant(name + "_W", self._weights[name + ".weight"].T)
        bias = self._constant(name + "_bias", self._weights[name + ".bias"])
        return self._node("Add", self._node("MatMul", x, product), bias, output=output)

    def _embeddings(self) -> str:
        words = self._node("Gather", "word_embeddings_int8", "input_ids")
        words = self._node("Cast", words, to=TensorProto.FLOAT)
        words = self._node("Mul", words, self._node("Gather", "word_scales", "input_ids"))
        length = self._node("Slice", self._node("Shape", "input_ids"), "one", "two", "zero")
        positions = self._node("Slice", "positions", "zero", length, "zero")
        x = self._node("Reshape", self._node("Add", words, positions), "tokens_by_width")
        return self._node(
            "LayerNormalization", x, "emb_ln_w", "emb_ln_b", axis=-1, epsilon=NORM_EPSILON
        )

    def _layer(self, x: str, layer: str) -> str:
        factors = self._factors.get(layer + "qkv")
        rounded = self._round(x, layer + "qkv", factors)
        weights = np.split(self._weights[layer + "qkv.weight"], 3)
        biases = np.split(self._weights[layer + "qkv.bias"], 3)
        heads = [
            self._node(
                "Reshape",
                self._product(rounded, layer + part, weights[i], biases[i], factors),
                "one_text",
            )
            for i, part in enumerate("qkv")
        ]
        attended = self._node("MultiHeadAttention", *heads, num_heads=HEADS, domain=MICROSOFT)
        attended = self._linear(self._node("Reshape", attended, "tokens_by_width"), layer + "o")
        x = self._norm(self._node("Add", x, attended), layer + "ln1")
        fed = self._node("Gelu", self._linear(x, layer + "up"), domain=MICROSOFT)
        fed = self._linear(fed, layer + "down")
        return self._norm(self._node("Add", x, fed), layer + "ln2")

    def _linear(self, x: str, name: str) -> str:
        factors = self._factors.get(name)
        rounded = self._round(x, name, factors)
        weight, bias = self._weights[name + ".weight"], self._weights[name + ".bias"]
        return self._product(rounded, name, weight, bias, factors)

    def _round(self, x: str, name: str, factors: np.ndarray | None) -> list[str]:
        """Returns the rounded activations, their scale and their zero."""
        if factors is not None:
            inverse = self._constant(name + "_smooth", (1 / factors).astype(np.float32))
            x = self._node("Mul", x, inverse)
        outputs = [f"{name}_{part}" for part in ("rounded", "scale_x", "zero_x")]
        self._nodes.append(helper.make_node("DynamicQuantizeLinear", [x], outputs))
        return outputs

    def _product(
        self,
        rounded: list[str],
        name: str,
        weight: np.ndarray,
        bias: np.ndarray,
        factors: np.ndarray | None,
    ) -> str:
        """weight: [out, in]"""
        matrix, scales = self._quantised(
            name, weight.T if factors is None else weight.T * factors[:, None]
        )
        x, scale, zero = rounded
        matrix_zero = self._constant(name + "_zp", np.zeros((), np.int8))
        product = self._node("MatMulInteger", x, matrix, zero, matrix_zero)
        product = self._node("Cast", product, to=TensorProto.FLOAT)
        product = self._node("Mul", product, self._node("Mul", scale, scales))
        return self._node("Add", product, self._constant(name + "_bias", bias))

    def _quantised(self, name: str, matrix: np.ndarray) -> tuple[str, str]:
        """matrix: [in, out]"""
        rounded, scales = quantise_columns(matrix)
        return self._constant(name + "_W", rounded), self._constant(name + "_scale", scales)

    def _norm(self, x: str, name: str) -> str:
        weight = self._constant(name + "_w", self._weights[name + ".weight"])
        bias = self._constant(name + "_b", self._weights[name + ".bias"])
        return self._node("LayerNormalization", x, weight, bias, axis=-1, epsilon=NORM_EPSILON)

    def _constant(self, name: str, array: np.ndarray) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def _node(self, kind: str, *inputs: str, output: str | None = None, **attributes) -> str:
        name = f"{kind}_{len(self._nodes)}"
        self._nodes.append(
            helper.make_node(kind, inputs, [output or name], name=name, **attributes)
        )
        return output or name
