"""Compares an exported reader with the weights that it was made from, on kept examples."""

import argparse
import os
from pathlib import Path

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when the library is loaded

import numpy as np  # noqa: E402
import onnx  # noqa: E402
import onnxruntime  # noqa: E402
import torch  # noqa: E402

from dataset import Dataset  # noqa: E402
from model import PASSAGE, load_reader  # noqa: E402
from shared_modules import EMBEDDINGS  # noqa: E402

EXAMPLES = 200


def open_reader(reader: Path, encoder: Path) -> onnxruntime.InferenceSession:
    """Joins the reader with the tensors it shares with the encoder, as the service does."""
    model = onnx.load(str(reader))
    donated = onnx.load(str(encoder)).graph.initializer
    model.graph.initializer.extend(tensor for tensor in donated if tensor.name in EMBEDDINGS)
    return onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", type=Path, help="the exported reader, .onnx")
    parser.add_argument("encoder", type=Path, help="the shipped encoder, .onnx")
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (prepare.py)")
    parser.add_argument("weights", type=Path, nargs="+", help="the .npz files of train.py")
    arguments = parser.parse_args()
    session = open_reader(arguments.reader, arguments.encoder)
    model = load_reader(arguments.trunk, arguments.weights)
    dataset = Dataset(arguments.data)
    kept = np.flatnonzero(dataset.kept)
    same_start, differences = [], []
    for batch in dataset.batches(kept[:: max(1, len(kept) // EXAMPLES)], tokens=1):
        start, _, answerable = model(batch.packed)
        texts = {"input_ids": batch.packed.ids, "segments": batch.packed.segments}
        rounded = session.run(None, {name: t.numpy()[None] for name, t in texts.items()})
        inside = (batch.packed.segments == PASSAGE).numpy()
        same_start.append(start.numpy()[inside].argmax() == rounded[0][inside].argmax())
        differences.append(abs(answerable.item() - rounded[2].item()))
    print(f"same start in {np.mean(same_start):.3f} of {len(same_start)} examples")
    print(f"answerable logits differ by {np.mean(differences):.3f}, at most {max(differences):.3f}")


if __name__ == "__main__":
    main()
