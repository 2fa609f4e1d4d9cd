"""Writes the classifier as ONNX (opset 17): export_onnx.py OUT.onnx WEIGHTS.npz...
Input `input_ids` [1, tokens], output `logits` [1, 3]. The file lacks what it shares with the encoder, its word and position embeddings and
their normalization: src/inference/onnx/joined-model.ts adds them, under these names, when the model is loaded.
Products of the layers take 8-bit weights (a scale per output) and activations quantized as they come; the second feed-forward product
and the head keep 32-bit activations, because rounding costs most there."""
import math, sys
import numpy as np
import onnx
from onnx import helper as H, numpy_helper as N, TensorProto as TP

HIDDEN, HEADS, LAYERS, EPS = 384, 12, 6, 1e-12
SHARED = ("word_embeddings_int8", "word_scales", "positions", "emb_ln_w", "emb_ln_b")


class Graph:
    def __init__(self): self.nodes, self.initializers, self.count = [], [], 0

    def constant(self, name, array):
        self.initializers.append(N.from_array(np.ascontiguousarray(array), name)); return name

    def node(self, kind, inputs, outputs=1, out=None, **attributes):
        self.count += 1
        names = [out] if out else [f"{kind}_{self.count}_{i}" for i in range(outputs)]
        self.nodes.append(H.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def quantized(self, name, weight):
        """weight: [in, out]"""
        scale = np.maximum(np.abs(weight).max(0), 1e-8) / 127
        return self.constant(name + "_q", np.clip(np.rint(weight / scale), -127, 127).astype(np.int8)), self.constant(name + "_s", scale.astype(np.float32))

    def linear(self, x, name, w, rounded=True):
        q, s = self.quantized(name, w[0].T)
        if rounded:
            xq, xs, xz = self.node("DynamicQuantizeLinear", [x], 3)
            y = self.node("Mul", [self.node("Cast", [self.node("MatMulInteger", [xq, q, xz])], to=TP.FLOAT), self.node("Mul", [xs, s])])
        else: y = self.node("MatMul", [x, self.node("Mul", [self.node("Cast", [q], to=TP.FLOAT), s])])
        return self.node("Add", [y, self.constant(name + "_b", w[1])])


def build(w):
    g = Graph(); i64 = lambda name, *v: g.constant(name, np.array(v, np.int64)); f32 = lambda name, v: g.constant(name, np.array(v, np.float32))
    i64("zero", 0); i64("one", 1); i64("two", 2); i64("by_head", 0, 0, HEADS, HIDDEN // HEADS); i64("flat", 0, 0, HIDDEN); f32("f_one", 1); f32("half", 0.5); f32("root2", math.sqrt(2))
    norm = lambda x, name: g.node("LayerNormalization", [x, g.constant(name + "_w", w[name + ".weight"]), g.constant(name + "_b", w[name + ".bias"])], axis=-1, epsilon=EPS)
    words = g.node("Mul", [g.node("Cast", [g.node("Gather", ["word_embeddings_int8", "input_ids"])], to=TP.FLOAT), g.node("Gather", ["word_scales", "input_ids"])])
    length = g.node("Slice", [g.node("Shape", ["input_ids"]), "one", "two", "zero"])
    x = g.node("LayerNormalization", [g.node("Add", [words, g.node("Slice", ["positions", "zero", length, "zero"])]), "emb_ln_w", "emb_ln_b"], axis=-1, epsilon=EPS)
    scale = np.ones((3 * HIDDEN, 1), np.float32); scale[:HIDDEN] = 1 / math.sqrt(HIDDEN // HEADS)          # attention's factor goes into the queries
    for i in range(LAYERS):
        p = f"layers.{i}."; get = lambda n: (w[p + n + ".weight"], w[p + n + ".bias"])
        qkv = get("qkv"); q, k, v = g.node("Split", [g.linear(x, p + "qkv", (qkv[0] * scale, qkv[1] * scale[:, 0]))], 3, axis=2)
        heads = lambda t, perm: g.node("Transpose", [g.node("Reshape", [t, "by_head"])], perm=perm)
        a = g.node("Softmax", [g.node("MatMul", [heads(q, [0, 2, 1, 3]), heads(k, [0, 2, 3, 1])])], axis=-1)
        a = g.node("Reshape", [g.node("Transpose", [g.node("MatMul", [a, heads(v, [0, 2, 1, 3])])], perm=[0, 2, 1, 3]), "flat"])
        x = norm(g.node("Add", [x, g.linear(a, p + "o", get("o"))]), p + "ln1")
        u = g.linear(x, p + "up", get("up"))
        u = g.node("Mul", [g.node("Mul", [u, g.node("Add", [g.node("Erf", [g.node("Div", [u, "root2"])]), "f_one"])]), "half"])
        x = norm(g.node("Add", [x, g.linear(u, p + "down", get("down"), rounded=False)]), p + "ln2")
    pooled = g.node("Concat", [g.node("ReduceMean", [x], axes=[1], keepdims=0), g.node("ReduceMax", [x], axes=[1], keepdims=0)], axis=1)
    h = g.node("Tanh", [g.linear(pooled, "hidden", (w["hidden.weight"], w["hidden.bias"]), rounded=False)])
    g.node("Add", [g.node("MatMul", [h, g.constant("out_w", w["out.weight"].T)]), g.constant("out_b", w["out.bias"])], out="logits")
    graph = H.make_graph(g.nodes, "sentiment", [H.make_tensor_value_info("input_ids", TP.INT64, [1, "tokens"])], [H.make_tensor_value_info("logits", TP.FLOAT, [1, 3])], g.initializers)
    model = H.make_model(graph, opset_imports=[H.make_opsetid("", 17)]); model.ir_version = 8
    return model


def main():
    weights = {}
    for path in sys.argv[2:]: weights.update({k: v.astype(np.float32) for k, v in np.load(path).items()})
    onnx.save(build(weights), sys.argv[1])


if __name__ == "__main__":
    main()
