"""Builds the encoder's 8-bit ONNX graph: `input_ids`, `attention_mask` [batch, sequence] ->
`sentence_embedding`.

The shape of the graph is for speed in onnxruntime on the CPU. Activations between layers are
two-dimensional, because its fused normalisation of three-dimensional ones is slow. Attention is one
MultiHeadAttention node, in two branches: a batch without padding needs no mask and takes the faster
kernel. Query, key and value share one rounding of their input. The last layer is computed for the
first token only.

The names of the embeddings' tensors must stay: models that share the word table find them by name
(`training/sentiment/export_onnx.py`).
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from packed_bert import HEADS, HIDDEN, NORM_EPSILON, Layer, PackedBert
from quantise import quantise_columns, quantise_rows
from smoothing import Factors

MICROSOFT = "com.microsoft"
OPSET, IR_VERSION = 17, 8


class EncoderGraph:
    def __init__(self, model: PackedBert, factors: Factors):
        self._model, self._factors = model, factors
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def build(self) -> onnx.ModelProto:
        constants = {"zero": [0], "one": [1], "two": [2], "width": [HIDDEN]}
        constants["tokens_by_width"] = [-1, HIDDEN]
        for name, values in constants.items():
            self._constant(name, np.array(values, np.int64))
        shape = self._node("Shape", "input_ids")
        batch = self._node("Slice", shape, "zero", "one", "zero")
        self._text_shape = self._node("Concat", shape, "width", axis=0)
        self._first_token_shape = self._node("Concat", batch, "one", "width", axis=0)
        self._mask = self._node("Cast", "attention_mask", to=TensorProto.INT32)
        all_real = self._node("ReduceMin", self._mask, keepdims=0)
        self._has_no_padding = self._node("Cast", all_real, to=TensorProto.BOOL)
        x = self._embeddings(shape)
        for number, layer in enumerate(self._model.layers):
            x = self._layer(x, number, layer)
        self._node("LpNormalization", x, output="sentence_embedding", axis=-1, p=2)
        text = ["batch", "sequence"]
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, text)
                for name in ("input_ids", "attention_mask")
            ],
            [
                helper.make_tensor_value_info(
                    "sentence_embedding", TensorProto.FLOAT, ["batch", HIDDEN]
                )
            ],
            self._constants,
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets)
        model.ir_version = IR_VERSION
        return model

    def _embeddings(self, shape: str) -> str:
        rounded, scales = quantise_rows(_array(self._model.word_table()))
        words = self._constant("word_embeddings_int8", rounded)
        words = self._node("Cast", self._node("Gather", words, "input_ids"), to=TensorProto.FLOAT)
        scales = self._node("Gather", self._constant("word_scales", scales), "input_ids")
        positions = _array(self._model.positions.weight) + _array(self._model.token_type)
        length = self._node("Slice", shape, "one", "two", "zero")
        positions = self._constant("positions", positions)
        positions = self._node("Slice", positions, "zero", length, "zero")
        x = self._node("Add", self._node("Mul", words, scales), positions)
        x = self._node("Reshape", x, "tokens_by_width")
        return self._norm(x, "emb_ln", self._model.embedding_norm)

    def _layer(self, x: str, number: int, layer: Layer) -> str:
        name = f"l{number}_"
        is_last = number == len(self._model.layers) - 1
        factors = self._factors.get((number, "attention"))
        rounded = self._round(x, name + "qkv", factors)
        rounded_query = rounded
        if is_last:
            x = self._node("Reshape", x, self._text_shape)
            x = self._node("Slice", x, "zero", "one", "one")
            x = self._node("Squeeze", x, "one")
            rounded_query = self._round(x, name + "cls", factors)
        weights = _array(layer.query_key_value.weight).reshape(3, HIDDEN, HIDDEN)
        biases = _array(layer.query_key_value.bias).reshape(3, HIDDEN)
        heads = []
        for i, part in enumerate("qkv"):
            is_query = part == "q"
            source = rounded_query if is_query else rounded
            product = self._product(source, name + part, weights[i], biases[i], factors)
            shape = self._first_token_shape if is_query and is_last else self._text_shape
            heads.append(self._node("Reshape", product, shape))
        attended = self._node("Reshape", self._attention(name, heads), "tokens_by_width")
        attended = self._linear(attended, name + "o", layer.attention_output, None)
        x = self._norm(self._node("Add", x, attended), name + "ln1", layer.attention_norm)
        fed = self._linear(x, name + "up", layer.feed_up, self._factors.get((number, "up")))
        fed = self._node("Gelu", fed, domain=MICROSOFT)
        factors = self._factors.get((number, "down"))
        fed = self._linear(fed, name + "down", layer.feed_down, factors)
        return self._norm(self._node("Add", x, fed), name + "ln2", layer.output_norm)

    def _attention(self, name: str, heads: list[str]) -> str:
        branches = {}
        for branch, inputs in (
            ("then_branch", heads),
            ("else_branch", [*heads, "", self._mask]),  # the empty one is the bias
        ):
            output = f"{name}{branch}"
            node = helper.make_node(
                "MultiHeadAttention", inputs, [output], num_heads=HEADS, domain=MICROSOFT
            )
            result = helper.make_tensor_value_info(output, TensorProto.FLOAT, None)
            branches[branch] = helper.make_graph([node], f"{output}_graph", [], [result])
        return self._node("If", self._has_no_padding, **branches)

    def _linear(self, x: str, name: str, module, factors: np.ndarray | None) -> str:
        weight, bias = _array(module.weight), _array(module.bias)
        return self._product(self._round(x, name, factors), name, weight, bias, factors)

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
        matrix = weight.T if factors is None else weight.T * factors[:, None]
        matrix, scales = quantise_columns(matrix)
        x, scale, zero = rounded
        matrix = self._constant(name + "_W", matrix)
        matrix_zero = self._constant(name + "_zp", np.zeros((), np.int8))
        product = self._node("MatMulInteger", x, matrix, zero, matrix_zero)
        product = self._node("Cast", product, to=TensorProto.FLOAT)
        scale = self._node("Mul", scale, self._constant(name + "_scale", scales))
        product = self._node("Mul", product, scale)
        return self._node("Add", product, self._constant(name + "_bias", bias))

    def _norm(self, x: str, name: str, module) -> str:
        weight = self._constant(name + "_w", _array(module.weight))
        bias = self._constant(name + "_b", _array(module.bias))
        return self._node("LayerNormalization", x, weight, bias, axis=-1, epsilon=NORM_EPSILON)

    def _constant(self, name: str, array: np.ndarray) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def _node(self, kind: str, *inputs: str, output: str | None = None, **attributes) -> str:
        output = output or f"{kind}_{len(self._nodes)}"
        name = f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], name=name, **attributes))
        return output


def _array(tensor) -> np.ndarray:
    return tensor.detach().float().numpy()
