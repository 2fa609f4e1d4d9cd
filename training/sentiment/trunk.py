"""Writes the encoder in the form the classifier starts from: layers in fp16, word table in 8 bits.

The word table has to be the shipped one, bit for bit, because the classifier's ONNX file does not
contain it: it is joined with the encoder's when the model is loaded. Pass the encoder's ONNX file
for that. A teacher never ships, so its word table is rounded here instead.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import load_file

WORD_TABLE = ("word_embeddings_int8", "word_scales")


def shipped_word_table(encoder: Path) -> dict[str, np.ndarray]:
    initializers = onnx.load(str(encoder)).graph.initializer
    return {t.name: numpy_helper.to_array(t) for t in initializers if t.name in WORD_TABLE}


def round_word_table(words: np.ndarray) -> dict[str, np.ndarray]:
    """Rounds each row to 8 bits with a scale of its own."""
    scales = np.maximum(np.abs(words).max(1, keepdims=True), 1e-8) / 127
    rounded = np.clip(np.rint(words / scales), -127, 127).astype(np.int8)
    return {"word_embeddings_int8": rounded, "word_scales": scales.astype(np.float32)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("weights", type=Path, help="the encoder's .safetensors (BERT names)")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument(
        "--encoder", type=Path, help="the shipped .onnx to take the word table from"
    )
    arguments = parser.parse_args()

    weights = {k.removeprefix("bert."): v for k, v in load_file(arguments.weights).items()}
    words = weights.pop("embeddings.word_embeddings.weight", None)
    if arguments.encoder:
        weights.update(shipped_word_table(arguments.encoder))
    elif words is not None:
        weights.update(round_word_table(words.astype(np.float32)))
    else:
        parser.error("the weights have no word table; pass --encoder")
    unused = ("pooler", "position_ids")
    kept = {k: v for k, v in weights.items() if not any(part in k for part in unused)}
    np.savez(arguments.output, **kept)


if __name__ == "__main__":
    main()
