"""Reads the corpora that the classifier learns from, one function per corpus.

Every reader yields examples (source, text, label). The source's name decides later what the example
is used for: `sst2.train`, `umsab.val.german`, `neutral.en`, `imdb.held` and so on (`dataset.py`).
Label -1 means unknown.
"""

import gzip
import json
import lzma
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

Example = tuple[str, str, int]

LABELS = {"negative": 0, "neutral": 1, "positive": 2}
NEUTRAL = LABELS["neutral"]
UNKNOWN = -1
HERE = Path(__file__).resolve().parent
SENTENCE_END = re.compile(r"(?<=[.!?؟])\s+|(?<=[。！？])")


def read_rows(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def write_examples(path: Path, examples: Iterable[Example]) -> None:
    """Writes JSON lines {source, text, label}, compressed with xz."""
    with lzma.open(path, "wt", encoding="utf-8", preset=9) as target:
        for source, text, label in examples:
            row = {"source": source, "text": text, "label": label}
            target.write(json.dumps(row, ensure_ascii=False) + "\n")


def sst2(data: Path) -> Iterator[Example]:
    for part in ("train", "dev"):
        for row in read_rows(data / "sst2" / f"{part}.jsonl.gz"):
            yield f"sst2.{part}", row["text"], LABELS[row["label"]]


def umsab(data: Path) -> Iterator[Example]:
    """Tweets in eight languages, in files `<language>.<part>.jsonl.gz`."""
    for path in sorted((data / "umsab").glob("*.jsonl.gz")):
        language, part = path.name.split(".")[:2]
        for row in read_rows(path):
            yield f"umsab.{part}.{language}", row["text"], LABELS[row["label"]]


def factual_sentences(data: Path, shuffle: random.Random) -> list[Example]:
    """Factual sentences as neutral examples: the labelled sets have neutral tweets only."""
    found: list[Example] = []
    for row in read_rows(data / "squad2" / "corpus.jsonl.gz"):
        found += [("neutral.en", s, NEUTRAL) for s in _sentences(row["text"], 30, 300)]
    for i, row in enumerate(read_rows(data / "squad2" / "queries.jsonl.gz")):
        if i % 6 == 0:
            found.append(("neutral.en", row["text"], NEUTRAL))
    for i, row in enumerate(read_rows(data / "arxiv" / "corpus_10k.jsonl.gz")):
        if i % 8 == 0:
            found += [("neutral.en", s, NEUTRAL) for s in _sentences(row["text"], 30, 300)[:2]]
    for language in ("ar", "de", "es", "ru", "zh"):
        for row in read_rows(data / "xquad" / language / "corpus.jsonl.gz"):
            found += [(f"neutral.{language}", s, NEUTRAL) for s in _sentences(row["text"], 10, 300)]
    shuffle.shuffle(found)
    return found


def own_sentences(name: str) -> Iterator[tuple[str, str, int]]:
    """Lines (language, text, label) of a .tsv here."""
    with open(HERE / f"{name}.tsv", encoding="utf-8") as lines:
        for line in lines:
            language, label, text = line.rstrip("\n").split("\t")
            yield language, text, LABELS[label]


def all_own_sentences() -> Iterator[Example]:
    """Two files are only measured with, and of the third, which is learned from, every tenth line."""
    for source, name in (("other", "other-languages"), ("everyday", "everyday-sentences")):
        for language, text, label in own_sentences(name):
            yield f"{source}.{language}", text, label
    for i, (language, text, label) in enumerate(own_sentences("written-sentences")):
        part = "held" if i % 10 == 0 else "train"
        yield f"written.{part}.{language}", text, label


def imdb(data: Path) -> Iterator[Example]:
    """Reviews; every 25th is held out."""
    for i, row in enumerate(read_rows(data / "imdb" / "train.jsonl.gz")):
        source = "imdb.held" if i % 25 == 0 else "imdb.train"
        yield source, row["text"], LABELS[row["label"]]


def _sentences(text: str, shortest: int, longest: int) -> list[str]:
    stripped = (sentence.strip() for sentence in SENTENCE_END.split(text))
    return [sentence for sentence in stripped if shortest <= len(sentence) <= longest]
