"""Writes what both bundled encoders make of a list of texts, for the service's tests to compare with.

Reads a .jsonl of {text, language} (language null: may be any) and writes it again with `ids` and
`vector`: 384 numbers from -127 to 127 in base64, in proportion to the vector.
"""

import argparse
import base64
import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from mixed_tokenizer import MixedTokenizer
from onnx_session import OnnxEncoder

MOST_TOKENS = {"english": 512, "multilingual": 256}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, help="the folder with english/ and multilingual/")
    parser.add_argument("file", type=Path, help="the .jsonl, replaced")
    arguments = parser.parse_args()
    reader = Reader(arguments.models)
    lines = [
        json.loads(line) for line in arguments.file.read_text(encoding="utf-8").split("\n") if line
    ]
    filled = [json.dumps(reader.read(**line), ensure_ascii=False) for line in lines]
    arguments.file.write_text("\n".join(filled) + "\n", encoding="utf-8")


class Reader:
    def __init__(self, models: Path):
        english = models / "english" / "tokenizer.json"
        self._english = Tokenizer.from_file(str(english))
        self._english.enable_truncation(MOST_TOKENS["english"])
        self._mixed = MixedTokenizer(models / "multilingual" / "tokenizer.json", english)
        self._encoders = {
            name: OnnxEncoder(models / name / "model_int8.onnx") for name in MOST_TOKENS
        }

    def read(self, text: str, language: str | None, **_: object) -> dict[str, object]:
        encoder = "english" if language == "en" else "multilingual"
        ids = self._ids(text, encoder)
        vector = self._encoders[encoder].encode([ids])[0]
        steps = np.round(vector / np.abs(vector).max() * 127).astype(np.int8)
        return {
            "text": text,
            "language": language,
            "ids": ids,
            "vector": base64.b64encode(steps.tobytes()).decode(),
        }

    def _ids(self, text: str, encoder: str) -> list[int]:
        if encoder == "english":
            return self._english.encode(text).ids
        return self._mixed.encode(text, MOST_TOKENS[encoder])


if __name__ == "__main__":
    main()
