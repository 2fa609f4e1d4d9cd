"""Measures an exported classifier as it will be used, and writes its logits for calibrate.py."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from clean_text import clean
from metrics import macro_f1
from onnx_session import open_classifier
from sources import LABELS, own_sentences, read_rows

OWN_SETS = ("other-languages", "everyday-sentences")


def held_out_sets(data: Path) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yields names and lists of (text, label)."""
    for path in (data / "sst2" / "dev.jsonl.gz", *sorted((data / "umsab").glob("*.val.jsonl.gz"))):
        rows = [(row["text"], LABELS[row["label"]]) for row in read_rows(path)]
        yield path.relative_to(data).as_posix(), rows
    for name in OWN_SETS:
        yield f"own/{name}", [(text, label) for _, text, label in own_sentences(name)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("classifier", type=Path, help="the file of export_onnx.py")
    parser.add_argument("encoder", type=Path, help="the encoder it was trained on, .onnx")
    parser.add_argument("tokenizer", type=Path, help="the encoder's tokenizer.json")
    parser.add_argument("data", type=Path, help="the folder that prepare_data.py reads")
    parser.add_argument("--every", type=int, default=1, help="read every Nth text only")
    parser.add_argument("--logits", type=Path, default="logits.npz", help="default: %(default)s")
    arguments = parser.parse_args()

    session = open_classifier(arguments.classifier, arguments.encoder)
    tokenizer = Tokenizer.from_file(str(arguments.tokenizer))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()

    def logits_of(text: str) -> np.ndarray:
        ids = np.array([tokenizer.encode(clean(text)).ids], np.int64)
        return session.run(None, {"input_ids": ids})[0]

    found: dict[str, np.ndarray] = {}
    for name, rows in held_out_sets(arguments.data):
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
