"""Gathers the examples of the second training, which teaches more languages (adapt.py).

A sentence and its translation stand one after the other, as `pair.en` and `pair.xx`, without a
label: adapt.py takes the classifier's opinion of the English as the target of the translation. Thai
messages (Wisesight) and Korean film reviews (NSMC) have labels. The labelled sets of the first
training follow, so that they are not forgotten.
"""

import argparse
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

from sources import (
    UNKNOWN,
    Example,
    factual_sentences,
    imdb,
    other_languages,
    read_rows,
    sst2,
    umsab,
    write_examples,
)

SEED = 11
# Tatoeba's three-letter codes and ours.
# fmt: off
TATOEBA_LANGUAGES = {
    "ara": "ar", "bul": "bg", "ben": "bn", "cat": "ca", "ces": "cs", "dan": "da", "deu": "de",
    "ell": "el", "spa": "es", "est": "et", "pes": "fa", "fin": "fi", "fra": "fr", "heb": "he",
    "hin": "hi", "hrv": "hr", "hun": "hu", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko",
    "lit": "lt", "lvs": "lv", "nob": "nb", "nld": "nl", "pol": "pl", "por": "pt", "ron": "ro",
    "rus": "ru", "slk": "sk", "slv": "sl", "srp": "sr", "swe": "sv", "tha": "th", "tur": "tr",
    "ukr": "uk", "vie": "vi", "cmn": "zh",
}
# fmt: on
STSB_LANGUAGES = ("de", "es", "fr", "ja", "zh")
HELD_OUT_PER_LANGUAGE = 600
LABELLED_PER_CLASS = 4000
FACTUAL_SENTENCES = 6000
IMDB_REVIEWS = 25_000


def tatoeba_pairs(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yields (language, English, translation); lines of the two files correspond."""
    for code, language in TATOEBA_LANGUAGES.items():
        english_lines, foreign_lines = (
            (folder / f"tatoeba.{code}-eng.{side}").read_text(encoding="utf-8").split("\n")
            for side in ("eng", code)
        )
        for english, foreign in zip(english_lines, foreign_lines):
            if english.strip() and foreign.strip():
                yield language, english.strip(), foreign.strip()


def stsb_pairs(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yields (language, English, translation) of the dev part of STS-B, translated line by line."""
    english_rows = list(read_rows(folder / "en.dev.jsonl.gz"))
    for language in STSB_LANGUAGES:
        foreign_rows = read_rows(folder / f"{language}.dev.jsonl.gz")
        for english, foreign in zip(english_rows, foreign_rows):
            for side in ("sentence1", "sentence2"):
                yield language, english[side], foreign[side]


def wisesight(folder: Path, sample: random.Random) -> list[tuple[str, int]]:
    """Thai messages, the same number of each class."""
    found = []
    for name, label in (("neg", 0), ("neu", 1), ("pos", 2)):
        with open(folder / f"{name}.txt", encoding="utf-8") as lines:
            texts = [line.strip() for line in lines if 3 < len(line.strip()) < 400]
        found += [(text, label) for text in sample.sample(texts, LABELLED_PER_CLASS)]
    return found


def nsmc(folder: Path, sample: random.Random) -> list[tuple[str, int]]:
    """Korean reviews: ratings 1–4 are negative, 9 and 10 positive, others unclear."""
    reviews = []
    for path in sorted(folder.glob("*.json")):
        reviews += json.loads(path.read_text(encoding="utf-8"))
    found = []
    for label, ratings in ((0, {"1", "2", "3", "4"}), (2, {"9", "10"})):
        texts = sorted(
            {
                review["review"]
                for review in reviews
                if review["rating"] in ratings and 5 < len(review["review"]) <= 140
            }
        )
        found += [(text, label) for text in sample.sample(texts, LABELLED_PER_CLASS)]
    return found


def labelled_languages(arguments: argparse.Namespace, rng: random.Random) -> Iterator[Example]:
    # Both corpora are sampled before either is shuffled: the order of the draws decides which texts
    # are held out.
    corpora = {"th": wisesight(arguments.wisesight, rng), "ko": nsmc(arguments.nsmc, rng)}
    for language, examples in corpora.items():
        rng.shuffle(examples)
        for i, (text, label) in enumerate(examples):
            kind = "held" if i < HELD_OUT_PER_LANGUAGE else "labelled"
            yield f"{kind}.{language}", text, label


def some_reviews(data: Path, reviews: int) -> Iterator[Example]:
    """About `reviews` of the training reviews, evenly spread, and a quarter of those held out."""
    for i, example in imdb(data):
        if example[0] == "imdb.held":
            if i % 100 == 0:
                yield example
        elif i * reviews % IMDB_REVIEWS < reviews:
            yield example


def all_examples(arguments: argparse.Namespace) -> Iterator[Example]:
    rng = random.Random(SEED)
    pairs = itertools.chain(tatoeba_pairs(arguments.tatoeba), stsb_pairs(arguments.data / "stsb"))
    for language, english, foreign in pairs:
        yield "pair.en", english, UNKNOWN
        yield f"pair.{language}", foreign, UNKNOWN
    yield from labelled_languages(arguments, rng)
    yield from sst2(arguments.data)
    yield from umsab(arguments.data)
    yield from factual_sentences(arguments.data, rng)[:FACTUAL_SENTENCES]
    yield from other_languages()
    yield from some_reviews(arguments.data, arguments.reviews)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .jsonl.xz")
    parser.add_argument("data", type=Path, help="the folder that prepare_data.py reads, with stsb")
    parser.add_argument("tatoeba", type=Path, help="Tatoeba test sets as LASER collects them")
    parser.add_argument("wisesight", type=Path, help="Wisesight: neg.txt, neu.txt, pos.txt")
    parser.add_argument("nsmc", type=Path, help="NSMC: the raw .json files with ratings")
    parser.add_argument(
        "--reviews",
        type=int,
        default=IMDB_REVIEWS,
        help="about this many IMDB reviews (default: all)",
    )
    arguments = parser.parse_args()
    write_examples(arguments.output, all_examples(arguments))


if __name__ == "__main__":
    main()
