"""Measures an exported classifier as it will be used, and writes its logits for calibrate.py."""

import argparse
import json
import lzma
from pathlib import Path

import numpy as np

from clean_text import clean
from encoder_tokens import open_mixed_tokenizer
from metrics import macro_f1
from onnx_session import open_classifier

# The names of the sets, by how the names of their sources begin.
SETS = {
    "sst2.dev": "sst2.dev",
    "umsab.val": "umsab.val",
    "other": "own.other-languages",
    "everyday": "own.everyday-sentences",
    "written.held": "own.written-sentences",
    "held": "held",
}
# These have one set for each language; the others one for all languages.
SETS_BY_LANGUAGE = ("umsab.val", "held")

Sets = dict[str, list[tuple[str, int]]]


def held_out_sets(examples: Path) -> Sets:
    """Lists of (text, label) by the name of the set."""
    sets: Sets = {}
    with lzma.open(examples, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for start, name in SETS.items():
                if row["source"].startswith(start):
                    name = row["source"] if start in SETS_BY_LANGUAGE else name
                    sets.setdefault(name, []).append((row["text"], row["label"]))
    return sets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("classifier", type=Path, help="the file of export_onnx.py")
    parser.add_argument("models", type=Path, help="folder with both encoders")
    parser.add_argument("examples", type=Path, help="the file of prepare_data.py")
    parser.add_argument("--every", type=int, default=1, help="read every Nth text only")
    parser.add_argument("--logits", type=Path, default="logits.npz", help="default: %(default)s")
    arguments = parser.parse_args()

    encoder = arguments.models / "multilingual" / "model_int8.onnx"
    session = open_classifier(arguments.classifier, encoder)
    tokenizer = open_mixed_tokenizer(arguments.models)

    def logits_of(text: str) -> np.ndarray:
        ids = np.array([tokenizer.encode(clean(text))], np.int64)
        return session.run(None, {"input_ids": ids})[0]

    found: dict[str, np.ndarray] = {}
    for name, rows in held_out_sets(arguments.examples).items():
        rows = rows[:: arguments.every]
        logits = np.concatenate([logits_of(text) for text, _ in rows])
        labels = np.array([label for _, label in rows])
        found[name + ":logits"], found[name + ":label"] = logits, labels
        predicted = logits.argmax(1)
        accuracy, f1 = (predicted == labels).mean(), macro_f1(labels, predicted)
        print(name, len(rows), f"accuracy {accuracy:.4f} macro F1 {f1:.4f}", flush=True)
    np.savez(arguments.logits, **found)


if __name__ == "__main__":
    main()
