"""Writes the encoder of queries as 8-bit ONNX: `input_ids` [1, tokens] -> `sentence_embedding` [1, 384].

`../encoder_parts/layer_graph.py` says what the file is like. Trained queries lie farther from all passages
alike, the right ones and the wrong ones. A constant that is added to each vector undoes it, so that scores
and thresholds, which were fitted to the encoders' cosines, keep their meaning.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from dataset import Dataset
from evaluate import vectors_of
from model import QueryEncoder, load_encoder
from shared_modules import HIDDEN, LayerGraph, factors_while

CALIBRATION = Path(__file__).resolve().parents[2] / "models" / "calibration.json"
SMOOTHING_TEXTS = 2000
SEED = 5
# Of the variances' mean, added to each, so that few passages say enough about 384 directions.
RIDGE = 0.1
LONGEST_STEP, ROUNDS = 1.0, 12


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def even_direction(passages: np.ndarray) -> np.ndarray:
    """The direction along which passages differ least from each other, relative to how far all of them lie
    in it: a step in it comes nearer to all of them and changes little about their order."""
    mean, covariance = passages.mean(0), np.cov(passages.T)
    ridge = RIDGE * np.trace(covariance) / HIDDEN * np.eye(HIDDEN)
    direction = np.linalg.solve(covariance + ridge, mean)
    return direction / (direction @ mean)


def step_to_passages(model: QueryEncoder, data: Dataset) -> np.ndarray:
    """After this step as many wrong passages are taken for right ones (their score is above 50) as before the
    training: measured with kept questions over passages of one language."""
    questions = np.flatnonzero(
        data.kept
        & (data.kind == data.kinds.index("given"))
        & (data.language != data.languages.index("en"))
    )
    passages, right = data.vectors.astype(np.float32), data.passage[questions]
    is_wrong = data.passage_language[right][:, None] == data.passage_language[None]
    is_wrong[np.arange(len(questions)), right] = False
    middle = json.loads(CALIBRATION.read_text())["middle"]

    def share_above(queries: np.ndarray) -> float:
        return ((queries @ passages.T)[is_wrong] > middle).mean()

    direction = even_direction(passages)
    queries = vectors_of(model, data.texts(questions), "cpu")
    wanted = share_above(data.anchor[questions].astype(np.float32))
    low, high = 0.0, LONGEST_STEP
    for _ in range(ROUNDS):
        length = (low + high) / 2
        is_far = share_above(unit(queries + length * direction)) < wanted
        low, high = (length, high) if is_far else (low, length)
    print(f"step {low:.3f}, share of wrong passages {wanted:.4f}", flush=True)
    return (low * direction).astype(np.float32)


class QueryGraph(LayerGraph):
    def build(self, step: np.ndarray) -> onnx.ModelProto:
        x = self._layers(self._embeddings())
        first = self._node("Slice", x, "zero", "one", "zero")
        vector = self._node("LpNormalization", first, axis=-1, p=2)
        self._constant("step_to_passages", step[None])
        moved = self._node("Add", vector, "step_to_passages")
        self._node("LpNormalization", moved, axis=-1, p=2, output="sentence_embedding")
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
        vectors_of(model, data.texts(rows), "cpu")

    factors = factors_while(model, read_texts)
    weights = {name: t.detach().numpy() for name, t in model.state_dict().items()}
    onnx.save(
        QueryGraph(weights, factors).build(step_to_passages(model, data)), str(arguments.output)
    )


if __name__ == "__main__":
    main()
