"""Hashes all evaluation texts, so that training lines that equal one can be left out.

Texts are compared without case, width, spaces and punctuation. Long passages count sentence by
sentence as well.
"""

import argparse
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import numpy as np

SENTENCE_END = re.compile(r"(?<=[.!?。！？।])\s*")
LONG_TEXT = 100
# A shorter sentence may be equal by chance; scripts other than ASCII say more in a character.
SHORTEST_SENTENCE_ASCII, SHORTEST_SENTENCE = 20, 12
SHORTEST_TITLE = 25
# fmt: off
RETRIEVAL_SETS = (
    "xquad/*", "xquad_r/*", "scifact", "nfcorpus", "cranfield", "med", "cisi", "cacm", "vaswani",
    "pubmedqa", "nq_gold", "mtrag_un",
)
# fmt: on


def fold(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def hash64(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "ignore"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


class EvaluationTexts:
    """Answers whether a line equals an evaluation text."""

    def __init__(self, hashes: set[int]):
        self._hashes = hashes

    @classmethod
    def load(cls, path: Path) -> "EvaluationTexts":
        return cls(set(np.load(path).tolist()))

    def has(self, text: str) -> bool:
        return hash64(fold(text)) in self._hashes

    def has_sentence_of(self, text: str) -> bool:
        """True if the text, or a sentence of it, is an evaluation text."""
        if self.has(text):
            return True
        if len(text) <= LONG_TEXT:
            return False
        folded = (fold(sentence) for sentence in re.split(r"(?<=[.!?])\s+", text))
        return any(len(sentence) > 30 and hash64(sentence) in self._hashes for sentence in folded)


def hashes_of(text: str) -> Iterator[int]:
    folded = fold(text)
    if folded:
        yield hash64(folded)


def hashes_of_passage(text: str) -> Iterator[int]:
    yield from hashes_of(text)
    if len(text) <= LONG_TEXT:
        return
    for sentence in map(fold, SENTENCE_END.split(text)):
        if len(sentence) > (SHORTEST_SENTENCE_ASCII if sentence.isascii() else SHORTEST_SENTENCE):
            yield hash64(sentence)


def read_rows(path: Path) -> Iterator[dict]:
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def all_hashes(data: Path) -> Iterator[int]:
    for path in data.glob("tatoeba/*.jsonl"):
        for row in read_rows(path):
            yield from hashes_of(row["src"])
            yield from hashes_of(row["eng"])
    for part in ("test", "dev"):
        for path in data.glob(f"stsb_multi/*.{part}.jsonl"):
            for row in read_rows(path):
                yield from hashes_of(row["sentence1"])
                yield from hashes_of(row["sentence2"])
    for folder in RETRIEVAL_SETS:
        for path in (*data.glob(f"{folder}/corpus.jsonl"), *data.glob(f"{folder}/queries*.jsonl")):
            for row in read_rows(path):
                yield from hashes_of_passage(row.get("text") or "")
                if len(row.get("title") or "") > SHORTEST_TITLE:
                    yield from hashes_of(row["title"])
    for path in data.glob("sib200/*/*.jsonl"):
        for row in read_rows(path):
            yield from hashes_of(row.get("text") or "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("data", type=Path, help="folder of evaluation sets (README.md)")
    parser.add_argument("output", type=Path, help="file to write, .npy")
    arguments = parser.parse_args()
    hashes = sorted(set(all_hashes(arguments.data)))
    np.save(arguments.output, np.array(hashes, dtype=np.uint64))
    print(len(hashes), "evaluation texts")


if __name__ == "__main__":
    main()
