"""Replaces words of English passages by dictionary translations, as further pairs: mixed text and
its English.

Passages are rare among translations; mixed ones teach the encoder to read long texts in every
language. Run as a script, this module builds the dictionary (lines
`language<TAB>word<TAB>translation<TAB>weight`, .tsv.xz) from the one-word lines of lexicons and of
interface strings.
"""

import argparse
import collections
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path

TOKEN = re.compile(r"[A-Za-z][A-Za-z'’-]*[A-Za-z]|[A-Za-z]|[^A-Za-z\s]+|\s+")
FUNCTION_WORDS = frozenset("""
    a about also an and are as at be been being but by can could did do does for from had has
    have he her his i if in into is it its may might must my not of on or our over shall she
    should so such than that the their then there these they this those to under was we were
    what when where which who whom will with would you your
    """.split())
# A lexicon is cleaner than interface strings: its entries weigh three times as much.
LEXICONS = {"omw_lemma", "freedict", "wiktionary", "wechsel_wikt"}
LEXICON_WEIGHT, HIGHEST_WEIGHT = 3, 6
LONGEST_WORD, LONGEST_TRANSLATION = 24, 30
ALTERNATIVES = re.compile("[,;、，/(]")

# A passage draws how many of its words are replaced, and how many of its function words are left
# out.
REPLACED_SHARES = (0.5, 0.7, 0.9, 1.0)
OMITTED_SHARES = (0.0, 0.3, 0.7, 1.0)
# With fewer replacements than these, a passage is still English.
FEWEST_REPLACED, SMALLEST_REPLACED_SHARE = 2, 0.2

Dictionary = dict[str, list[str]]


def base_forms(word: str) -> Iterator[str]:
    """The word and what it may be an inflected form of; the dictionary has base forms only."""
    yield word
    if word.endswith("ies") and len(word) > 4:
        yield word[:-3] + "y"
    if word.endswith("es") and len(word) > 4:
        yield word[:-2]
    if word.endswith("s") and len(word) > 3:
        yield word[:-1]
    if word.endswith("ed") and len(word) > 4:
        yield word[:-2]
        yield word[:-1]
    if word.endswith("ing") and len(word) > 5:
        yield word[:-3]
        yield word[:-3] + "e"
    if word.endswith("ly") and len(word) > 4:
        yield word[:-2]


class CodeSwitcher:
    def __init__(self, dictionaries: dict[str, Dictionary]):
        """dictionaries: by language; a translation stands in its list as often as it weighs."""
        self._dictionaries = dictionaries
        self._languages = sorted(dictionaries)
        self._weights = [len(dictionaries[language]) ** 0.5 for language in self._languages]

    @classmethod
    def load(cls, path: Path) -> "CodeSwitcher":
        dictionaries: dict[str, Dictionary] = {}
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                language, word, translation, weight = line.rstrip("\n").split("\t")
                entries = dictionaries.setdefault(language, {}).setdefault(word, [])
                entries.extend([translation] * int(weight))
        return cls(dictionaries)

    def versions(self, text: str, count: int, rng: random.Random) -> Iterator[tuple[str, str]]:
        """Yields up to `count` pairs (language, mixed text)."""
        for language in rng.choices(self._languages, self._weights, k=count):
            mixed = self._mix(text, self._dictionaries[language], rng)
            if mixed is not None:
                yield language, mixed

    def _mix(self, text: str, dictionary: Dictionary, rng: random.Random) -> str | None:
        replaced_share = rng.choice(REPLACED_SHARES)
        omitted_share = rng.choice(OMITTED_SHARES)
        words = replaced = 0
        parts = []
        for token in TOKEN.findall(text):
            word = token.lower()
            if not token[0].isalpha() or not token.isascii():
                parts.append(token)
            elif word in FUNCTION_WORDS:
                parts.append("" if rng.random() < omitted_share else token)
            else:
                words += 1
                translation = None
                if rng.random() < replaced_share:
                    translation = _translate(word, dictionary, rng)
                replaced += translation is not None
                parts.append(translation or token)
        if replaced < max(FEWEST_REPLACED, SMALLEST_REPLACED_SHARE * words):
            return None
        return " ".join("".join(parts).split())


def _translate(word: str, dictionary: Dictionary, rng: random.Random) -> str | None:
    for form in base_forms(word):
        if form in dictionary:
            return rng.choice(dictionary[form])
    return None


def dictionary_entries(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yields (language, word, translation) of the lines that hold a single word."""
    with open(path, encoding="utf-8", errors="replace", newline="\n") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 3:
                continue
            language, english, foreign = fields
            word = english.lower()
            is_word = english.isascii() and english.isalpha() and len(english) < LONGEST_WORD
            is_short = 0 < len(foreign) < LONGEST_TRANSLATION and foreign.count(" ") <= 1
            if is_word and is_short and word != foreign.lower() and word not in FUNCTION_WORDS:
                translation = ALTERNATIVES.split(foreign)[0].strip()
                if translation:
                    yield language, word, translation


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the dictionary for code-switching.")
    parser.add_argument("output", type=Path, help="file to write, .tsv.xz")
    parser.add_argument(
        "sources", type=Path, nargs="+", help=".tsv files of language, English, translation"
    )
    arguments = parser.parse_args()
    weights: collections.Counter = collections.Counter()
    for path in arguments.sources:
        weight = LEXICON_WEIGHT if path.name.split(".")[0] in LEXICONS else 1
        for entry in dictionary_entries(path):
            weights[entry] += weight
    with lzma.open(arguments.output, "wt", encoding="utf-8", preset=2) as file:
        for (language, word, translation), weight in weights.items():
            file.write(f"{language}\t{word}\t{translation}\t{min(weight, HIGHEST_WEIGHT)}\n")
    print(len(weights), "entries")


if __name__ == "__main__":
    main()
