"""Takes the weights out of a shipped classifier, so that new ones can be averaged with them.

They are as exact as 8 bits are. Averages across rounds work because all runs start from the same
layers and the same head.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

Weights = dict[str, np.ndarray]


def read_weights(classifier: Path) -> Weights:
    """By the names of the model's parameters."""
    model = onnx.load(str(classifier))
    constants = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    weights: Weights = {}
    layers = 1 + max(int(n.split(".")[1]) for n in constants if n.startswith("layers."))
    for layer in (f"layers.{i}." for i in range(layers)):
        parts = [_linear(constants, layer + part, layer + "qkv") for part in "qkv"]
        weights[layer + "qkv.weight"] = np.concatenate([weight for weight, _ in parts])
        weights[layer + "qkv.bias"] = np.concatenate([bias for _, bias in parts])
        for name in ("o", "up", "down"):
            found = _linear(constants, layer + name, layer + name)
            weights[f"{layer}{name}.weight"], weights[f"{layer}{name}.bias"] = found
        for name in ("ln1", "ln2"):
            weights[f"{layer}{name}.weight"] = constants[f"{layer}{name}_w"]
            weights[f"{layer}{name}.bias"] = constants[f"{layer}{name}_b"]
    weights["hidden.weight"], weights["hidden.bias"] = _linear(constants, "hidden", "hidden")
    weights["out.weight"] = constants["out_W"].T.astype(np.float32)
    weights["out.bias"] = constants["out_bias"]
    return weights


def _linear(constants: Weights, name: str, smoothed: str) -> tuple[np.ndarray, np.ndarray]:
    matrix = constants[name + "_W"].astype(np.float32) * constants[name + "_scale"]
    smooth = constants.get(smoothed + "_smooth")
    # The file has the inverse of what the matrix was multiplied by.
    if smooth is not None:
        matrix = matrix * smooth[:, None]
    return matrix.T, constants[name + "_bias"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .npz: the average")
    parser.add_argument("classifier", type=Path, help="the shipped classifier, .onnx")
    parser.add_argument("weights", type=Path, nargs="+", help="weights, .npz (average_runs.py)")
    parser.add_argument("--share", type=float, default=0.5, help="of the new ones")
    arguments = parser.parse_args()
    shipped = read_weights(arguments.classifier)
    new: Weights = {}
    for path in arguments.weights:
        new.update({name: array.astype(np.float32) for name, array in np.load(path).items()})
    share = arguments.share
    average = {name: share * array + (1 - share) * shipped[name] for name, array in new.items()}
    np.savez(arguments.output, **{name: a.astype(np.float16) for name, a in average.items()})


if __name__ == "__main__":
    main()
