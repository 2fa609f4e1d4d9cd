"""The classifier as it ships, as a model to go on from: its 8-bit weights as floating-point ones, with the encoder's embeddings."""
import math
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from model import HEADS, HIDDEN, SentimentModel

LAYERS = 6


def arrays(path): return {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}


def weights_of(a):
    """The inverse of what export_onnx.py does to the weights."""
    state = {}
    def linear(name):
        state[name + ".weight"] = (a[name + "_q"].astype(np.float32) * a[name + "_s"]).T.copy(); state[name + ".bias"] = a[name + "_b"].copy()
    for i in range(LAYERS):
        p = f"layers.{i}."
        for name in ("qkv", "o", "up", "down"): linear(p + name)
        for part in (".weight", ".bias"): state[p + "qkv" + part][:HIDDEN] *= math.sqrt(HIDDEN // HEADS)
        for name in ("ln1", "ln2"): state[p + name + ".weight"], state[p + name + ".bias"] = a[p + name + "_w"], a[p + name + "_b"]
    linear("hidden"); state["out.weight"], state["out.bias"] = a["out_w"].T.copy(), a["out_b"]
    return state


def trunk_of(state, encoder):
    """In the form that trunk.py writes."""
    trunk = {k: encoder[k] for k in ("word_embeddings_int8", "word_scales")}
    trunk["embeddings.position_embeddings.weight"] = encoder["positions"]; trunk["embeddings.token_type_embeddings.weight"] = np.zeros((1, HIDDEN), np.float32)
    trunk["embeddings.LayerNorm.weight"], trunk["embeddings.LayerNorm.bias"] = encoder["emb_ln_w"], encoder["emb_ln_b"]
    names = {"o": "attention.output.dense", "ln1": "attention.output.LayerNorm", "up": "intermediate.dense", "down": "output.dense", "ln2": "output.LayerNorm"}
    for i in range(LAYERS):
        for part in (".weight", ".bias"):
            for name, value in zip(("query", "key", "value"), np.split(state[f"layers.{i}.qkv{part}"], 3)): trunk[f"encoder.layer.{i}.attention.self.{name}{part}"] = value
            for ours, theirs in names.items(): trunk[f"encoder.layer.{i}.{theirs}{part}"] = state[f"layers.{i}.{ours}{part}"]
    return trunk


def shipped_model(classifier, encoder, dropout=0.1):
    state = weights_of(arrays(classifier)); model = SentimentModel(trunk_of(state, arrays(encoder)), dropout=dropout)
    model.load_state_dict({k: torch.from_numpy(np.array(v)) for k, v in state.items()})
    return model


if __name__ == "__main__":
    import sys
    np.savez(sys.argv[3], **trunk_of(weights_of(arrays(sys.argv[1])), arrays(sys.argv[2])))
