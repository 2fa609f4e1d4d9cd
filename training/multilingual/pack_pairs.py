"""Packs one source of parallel text, without evaluation texts and repetitions."""

import argparse
import collections
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from evaluation_texts import EvaluationTexts
from languages import LANGUAGES
from packs import Pack, Translations, write_pack

LONGEST_LINE = 1600
# Over the cap, blocks of this many neighbouring English lines are kept or dropped together, in
# every language alike.
BLOCK = 12
ARABIC_VOWELS = re.compile("[\u064b-\u0652\u0670\u0640]")
STRESS = "\u0301"
_WIDE = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_KANA_HAN = "\u3040-\u30ff\u3400-\u9fff"
CJK_SPACE = re.compile(
    f"(?<=[{_WIDE},。、;:!?」』]) (?=[{_WIDE},。、;:!?「『])|(?<=[{_KANA_HAN}]) (?=[{_KANA_HAN}])"
)

Line = tuple[str, str, str]  # language, English, translation


def clean(language: str, text: str) -> str:
    """Removes vowel signs, stress marks and spaces between ideographs."""
    if language == "ar":
        text = ARABIC_VOWELS.sub("", text)
    if language in ("uk", "ru"):
        text = text.replace(STRESS, "")
    if language == "ru":
        text = text.replace("[", "").replace("]", "")
    if language in ("zh", "ja"):
        text = CJK_SPACE.sub("", text)
    return text


def read_lines(path: Path) -> Iterator[Line]:
    """Rows are language, English, translation; in a folder's <language>.tsv, source first."""
    for file in sorted(path.glob("*.tsv")) if path.is_dir() else [path]:
        with open(file, encoding="utf-8", errors="replace", newline="\n") as lines:
            for line in lines:
                fields = line.rstrip("\n").split("\t")
                if len(fields) == 3:
                    yield (file.stem if path.is_dir() else fields[0], fields[1], fields[2])


class BlockSample:
    """Keeps about `cap` lines a language, in blocks of neighbours that can be joined."""

    def __init__(self, source: str, cap: int, lines_by_language: collections.Counter):
        self._source, self._cap, self._lines = source, cap, lines_by_language
        self._number: dict[str, int] = {}

    def keeps(self, language: str, english: str) -> bool:
        if self._lines[language] <= self._cap:
            return True
        block = self._number.setdefault(english, len(self._number)) // BLOCK
        place = zlib.crc32(f"{self._source}{block}".encode()) / 2**32
        return place < self._cap / self._lines[language]


def pack_lines(
    lines: Iterator[Line], source: str, sample: BlockSample, evaluation: EvaluationTexts
) -> tuple[Pack, int]:
    """Returns the pack and how many lines were dropped as evaluation texts."""
    number: dict[str, int] = {}
    found: dict[str, list[tuple[int, str]]] = {}
    seen: set[int] = set()
    dropped = 0
    for language, english, foreign in lines:
        if language not in LANGUAGES or max(len(english), len(foreign)) > LONGEST_LINE:
            continue
        if not sample.keeps(language, english):
            continue
        # Placeholders of Mozilla's strings: nothing but names in them.
        if "%S" in english or "%S" in foreign:
            continue
        foreign = clean(language, foreign)
        if not foreign:
            continue
        if evaluation.has(english) or evaluation.has(foreign):
            dropped += 1
            continue
        identity = hash((language, english, foreign))
        if identity in seen:
            continue
        seen.add(identity)
        row = number.setdefault(english, len(number))
        found.setdefault(language, []).append((row, foreign))
    pack = Pack(source, list(number))
    for language, pairs in found.items():
        pairs.sort(key=lambda pair: pair[0])
        rows = np.array([row for row, _ in pairs], np.int64)
        pack.translations[language] = Translations(rows, [text for _, text in pairs])
    return pack, dropped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input", type=Path, help="a .tsv file, or a folder of <language>.tsv")
    parser.add_argument("output", type=Path, help="file to write, .txt.xz")
    parser.add_argument(
        "--source", required=True, help="the source's name, as in source-weights-*.json"
    )
    parser.add_argument("--evaluation", type=Path, required=True, help="from evaluation_texts.py")
    parser.add_argument("--cap", type=int, help="keep about this many lines a language")
    arguments = parser.parse_args()

    counts: collections.Counter = collections.Counter()
    if arguments.cap:
        counts.update(language for language, _, _ in read_lines(arguments.input))
    sample = BlockSample(arguments.source, arguments.cap or 0, counts)
    evaluation = EvaluationTexts.load(arguments.evaluation)
    lines = read_lines(arguments.input)
    pack, dropped = pack_lines(lines, arguments.source, sample, evaluation)
    write_pack(arguments.output, pack)
    pairs = {language: len(t.texts) for language, t in pack.translations.items()}
    print(
        f"{pack.source}: {len(pack.english)} English lines, {sum(pairs.values())} pairs, ", end=""
    )
    print(f"{dropped} dropped as evaluation texts", pairs)


if __name__ == "__main__":
    main()
