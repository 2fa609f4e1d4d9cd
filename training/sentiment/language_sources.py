"""Reads the corpora that teach more languages.

A sentence and its translation stand one after the other, as `pair.en` and `pair.xx`, without a
label: the teachers' opinion of the English is the target of the translation (combine.py). Thai
messages (Wisesight) and Korean film reviews (NSMC) have labels.
"""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

from sources import UNKNOWN, Example, read_rows

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
# At most, and at most a tenth.
HELD_OUT_PER_LANGUAGE = 600
# At most. There are many more Korean reviews.
LABELLED_PER_CLASS = 4000
MORE_KOREAN_PER_CLASS = 12_000

TextsByLabel = dict[int, list[str]]


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


def wisesight(folder: Path) -> TextsByLabel:
    """Thai messages."""
    texts: TextsByLabel = {}
    for name, label in (("neg", 0), ("neu", 1), ("pos", 2)):
        with open(folder / f"{name}.txt", encoding="utf-8") as lines:
            texts[label] = [line.strip() for line in lines if 3 < len(line.strip()) < 400]
    return texts


def nsmc(folder: Path) -> TextsByLabel:
    """Korean reviews: ratings 1–4 are negative, 9 and 10 positive, others unclear."""
    reviews = []
    for path in sorted(folder.glob("*.json")):
        reviews += json.loads(path.read_text(encoding="utf-8"))
    return {
        label: sorted(
            {
                review["review"]
                for review in reviews
                if review["rating"] in ratings and 5 < len(review["review"]) <= 140
            }
        )
        for label, ratings in ((0, {"1", "2", "3", "4"}), (2, {"9", "10"}))
    }


def labelled_languages(wisesight_folder: Path, nsmc_folder: Path) -> Iterator[Example]:
    rng = random.Random(SEED)
    thai, korean = wisesight(wisesight_folder), nsmc(nsmc_folder)
    # Both corpora are sampled before either is shuffled: the order of the draws decides which texts
    # are held out.
    corpora = {"th": _sample(thai, LABELLED_PER_CLASS, rng)}
    corpora["ko"] = _sample(korean, LABELLED_PER_CLASS, rng)
    for language, examples in corpora.items():
        rng.shuffle(examples)
        held_out = min(HELD_OUT_PER_LANGUAGE, len(examples) // 10)
        for i, (text, label) in enumerate(examples):
            kind = "held" if i < held_out else "labelled"
            yield f"{kind}.{language}", text, label
    drawn = {text for text, _ in corpora["ko"]}
    rest = {label: [t for t in texts if t not in drawn] for label, texts in korean.items()}
    for text, label in _sample(rest, MORE_KOREAN_PER_CLASS, rng):
        yield "labelled.ko", text, label


def translations(tatoeba: Path, stsb: Path) -> Iterator[Example]:
    for language, english, foreign in itertools.chain(tatoeba_pairs(tatoeba), stsb_pairs(stsb)):
        yield "pair.en", english, UNKNOWN
        yield f"pair.{language}", foreign, UNKNOWN


def _sample(texts: TextsByLabel, per_class: int, rng: random.Random) -> list[tuple[str, int]]:
    """The same number of each class, if there are so many."""
    return [
        (text, label)
        for label, candidates in texts.items()
        for text in rng.sample(candidates, min(per_class, len(candidates)))
    ]
