"""Reads a BERT encoder's weights out of an ONNX export, by BERT's own names.

bge-small-en-v1.5 is published as ONNX too, with nameless matrices: the order of the products in the
graph tells them apart. Skip this step if you have the published .safetensors.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

# The products of one layer, in the order of the graph.
LAYER_PRODUCTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
LAYERS = 12


def read_weights(path: Path) -> dict[str, np.ndarray]:
    graph = onnx.load(str(path)).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights = {}
    for name, array in arrays.items():
        name = name.removeprefix("bert.")
        if name.startswith(("embeddings.", "encoder.")):
            weights[name] = array.astype(np.float32)
    matrices = [
        arrays[name]
        for node in graph.node
        if node.op_type == "MatMul"
        for name in node.input
        if name in arrays and arrays[name].ndim == 2
    ]
    for i, matrix in enumerate(matrices[: LAYERS * len(LAYER_PRODUCTS)]):
        layer, product = divmod(i, len(LAYER_PRODUCTS))
        name = f"encoder.layer.{layer}.{LAYER_PRODUCTS[product]}.weight"
        weights[name] = np.ascontiguousarray(matrix.T.astype(np.float32))
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("model", type=Path, help="the encoder, .onnx")
    parser.add_argument("output", type=Path, help="file to write, .safetensors")
    arguments = parser.parse_args()
    weights = read_weights(arguments.model)
    save_file(weights, arguments.output)
    print(len(weights), "tensors,", sum(array.size for array in weights.values()), "values")


if __name__ == "__main__":
    main()
