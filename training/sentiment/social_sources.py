"""Reads posts that were labelled by other rules than UMSAB.

What counts as neutral differs from corpus to corpus, and emotions are not opinions. So a teacher
reads each corpus through a shift of its own (corpus_shifts.py), and a student learns what the
teachers think of these texts, weighed by their labels (combine.py).
"""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from sources import LABELS, NEUTRAL, Example

NEGATIVE, POSITIVE = LABELS["negative"], LABELS["positive"]

# SentiMix writes tweets as words: a mention is `@ name _ more`, a link `https // t . co / name`.
SPACED_MENTION = re.compile(r"@ \w+(?: _ \w*)*")
SPACED_LINK = re.compile(r"https? ?:? ?// ?t ?\. ?co ?/ ?\w*")
SPACE_AFTER_HASH = re.compile(r"# (?=\w)")
SPACE_BEFORE_MARK = re.compile(r" (?=[.,!?;:…]+(?: |$))")

# A language's file of AfriSenti and BRIGHTER, and our code for it.
AFRISENTI_LANGUAGES = {"ary": "ar", "arq": "ar", "por": "pt"}
# fmt: off
BRIGHTER_LANGUAGES = {
    "arq": "ar", "ary": "ar", "chn": "zh", "deu": "de", "eng": "en", "esp": "es", "hin": "hi",
    "ptbr": "pt", "ptmz": "pt", "ron": "ro", "rus": "ru", "swe": "sv", "ukr": "uk",
}
BRIGHTER_NEGATIVE = {"anger", "disgust", "fear", "sadness"}
BRIGHTER_POSITIVE = {"joy"}
GOEMOTIONS_NEGATIVE = {
    "anger", "annoyance", "disappointment", "disapproval", "disgust", "embarrassment", "fear",
    "grief", "nervousness", "remorse", "sadness",
}
GOEMOTIONS_POSITIVE = {
    "admiration", "amusement", "approval", "caring", "excitement", "gratitude", "joy", "love",
    "optimism", "pride", "relief",
}
# fmt: on


def label_of_emotions(
    emotions: set[str], negative: set[str], positive: set[str], neutral: set[str]
) -> int | None:
    """None for mixed feelings, and for feelings that are neither, such as surprise."""
    is_negative, is_positive = bool(emotions & negative), bool(emotions & positive)
    if is_negative != is_positive:
        return NEGATIVE if is_negative else POSITIVE
    return NEUTRAL if not is_negative and emotions <= neutral else None


def sentimix(folder: Path) -> Iterator[Example]:
    """Tweets that mix Hindi, in Latin letters, or Spanish with English."""
    for name, language in (("hinglish", "hi"), ("spanglish", "es")):
        text = (folder / f"train_conll_{name}.txt").read_text(encoding="utf-8")
        for tweet in text.split("\n\n"):
            head, *words = (line.split("\t") for line in tweet.strip("\n").split("\n"))
            if len(head) == 3 and head[2] in LABELS:
                joined = join_words([word[0] for word in words])
                yield f"social.{name}.{language}", joined, LABELS[head[2]]


def join_words(words: list[str]) -> str:
    text = SPACED_LINK.sub("http", SPACED_MENTION.sub("@user", " ".join(words)))
    return SPACE_BEFORE_MARK.sub("", SPACE_AFTER_HASH.sub("#", text))


def afrisenti(folder: Path) -> Iterator[Example]:
    """Tweets in Arabic of Morocco and Algeria, and in Portuguese of Mozambique."""
    for name, language in AFRISENTI_LANGUAGES.items():
        with open(folder / name / "train.tsv", encoding="utf-8") as lines:
            for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row[-1] in LABELS:
                    yield f"social.afrisenti.{language}", row[-2], LABELS[row[-1]]


def brighter(folder: Path) -> Iterator[Example]:
    """Posts with the emotions that readers see in them. The Spanish ones all have one."""
    for name, language in BRIGHTER_LANGUAGES.items():
        with open(folder / f"{name}.csv", encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                emotions = {name for name, value in row.items() if value in ("1", "1.0")}
                label = label_of_emotions(emotions, BRIGHTER_NEGATIVE, BRIGHTER_POSITIVE, set())
                if label is not None:
                    yield f"social.brighter.{language}", row["text"], label


def goemotions(folder: Path) -> Iterator[Example]:
    """Comments on Reddit in English."""
    names = (folder / "labels.txt").read_text(encoding="utf-8").split("\n")
    with open(folder / "train.tsv", encoding="utf-8") as lines:
        for line in lines:
            text, numbers, _ = line.rsplit("\t", 2)
            emotions = {names[int(number)] for number in numbers.split(",")}
            label = label_of_emotions(
                emotions, GOEMOTIONS_NEGATIVE, GOEMOTIONS_POSITIVE, {"neutral"}
            )
            if label is not None:
                yield "social.goemotions.en", text, label


# By the name of the folder that each is read from.
READERS: dict[str, Callable[[Path], Iterator[Example]]] = {
    "sentimix": sentimix,
    "afrisenti": afrisenti,
    "brighter": brighter,
    "goemotions": goemotions,
}


def social_texts(folder: Path) -> Iterator[Example]:
    for name, read in READERS.items():
        yield from read(folder / name)
