"""Writes the questions as tokens and their passages as vectors, the form that a training reads.

Output (.npz): `flat` ids of all texts with special tokens, `borders` [texts + 1]; for every text
`passage`, the number of the vector that it should be near, `language`, `set`, `kind` (numbers of the
names in `languages`, `sets`, `kinds`), `kept`, and `anchor`, what the encoders themselves say of it. `vectors` of all
passages, and `passage_language`. Vectors are those of the shipped files: they are not trained.
"""

import argparse
import random
import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from shared_modules import (
    WRITTEN,
    Example,
    MixedTokenizer,
    OnnxEncoder,
    read_dictionary,
    read_questions,
    translate_questions,
)

SEED = 31
LONGEST = 256
ENGLISH = "en"
# Of sets with many questions in one language, which would teach little more.
MOST_OF_SET = 20_000
# Characters on each side of the answer that are taken of a longer passage.
WINDOW = 700
SENTENCE_END = re.compile(r"(?<=[.!?؟।۔])\s+|(?<=[。！？])")
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# Texts of each language that are searched for besides questions.
SENTENCES_OF_LANGUAGE, PASSAGES_OF_LANGUAGE = 1500, 500
KEYWORDS_OF_LANGUAGE, TITLES_OF_LANGUAGE = 1500, 1000


class Encoders:
    """Both encoders, as they are used: English by its own, all others by the multilingual one."""

    def __init__(self, models: Path, threads: int):
        self._mixed = MixedTokenizer(
            models / "multilingual" / "tokenizer.json", models / "english" / "tokenizer.json"
        )
        self._wordpiece = Tokenizer.from_file(str(models / "english" / "tokenizer.json"))
        self._wordpiece.no_padding()
        self._wordpiece.enable_truncation(512)
        self._english = OnnxEncoder(models / "english" / "model_int8.onnx", threads)
        self._multilingual = OnnxEncoder(models / "multilingual" / "model_int8.onnx", threads)

    def ids(self, text: str) -> list[int]:
        return self._mixed.encode(text, LONGEST)

    def vector(self, text: str, language: str) -> np.ndarray:
        if language == ENGLISH:
            return self._english.encode([self._wordpiece.encode(text).ids])[0]
        return self._multilingual.encode([self.ids(text)])[0]


def passage_text(example: Example) -> str:
    """The passage under its title, as it is stored; of a long one what is around the answer."""
    text = example.passage
    if len(text) > 2 * WINDOW:
        middle = example.answers[0][0]
        first = max(0, middle - WINDOW)
        text = text[first : middle + WINDOW]
    return f"{example.title}: {text}" if example.title else text


def statements_of(examples: list[Example], coin: random.Random) -> list[Example]:
    """People search for more than questions. Of each language some sentences, titles and keywords, each to
    find its passage, and some passages, each to find itself."""
    by_language: dict[str, list[Example]] = {}
    for example in examples:
        by_language.setdefault(example.language, []).append(example)
    found = []
    for language, given in by_language.items():
        for example in coin.sample(given, min(SENTENCES_OF_LANGUAGE, len(given))):
            sentences = [s for s in SENTENCE_END.split(example.passage) if 20 <= len(s) <= 200]
            if sentences:
                found.append(replace(example, kind="sentence", question=coin.choice(sentences)))
        for example in coin.sample(given, min(PASSAGES_OF_LANGUAGE, len(given))):
            found.append(replace(example, kind="passage", question=passage_text(example)))
        for example in coin.sample(given, min(KEYWORDS_OF_LANGUAGE, len(given))):
            if keywords := keywords_of(example.question):
                found.append(replace(example, kind="keywords", question=keywords))
        titled = examples_of_titles(given)
        for example in coin.sample(titled, min(TITLES_OF_LANGUAGE, len(titled))):
            found.append(replace(example, kind="title", question=example.title))
    return [replace(example, question_language=example.language) for example in found]


def keywords_of(question: str) -> str:
    """The longer half of its words, in their order: most short ones say how it is asked, not what about. Empty
    where words are not written apart."""
    words = WORD.findall(question)
    longest = sorted(range(len(words)), key=lambda i: -len(words[i]))[: len(words) // 2]
    return " ".join(words[i] for i in sorted(longest)) if len(longest) >= 2 else ""


def examples_of_titles(examples: list[Example]) -> list[Example]:
    """One of each title that stands over a single passage: other titles could mean many of them."""
    of_title: dict[str, dict[str, Example]] = {}
    for example in examples:
        if example.title:
            of_title.setdefault(example.title, {})[passage_text(example)] = example
    return [e for passages in of_title.values() if len(passages) == 1 for e in passages.values()]


def chosen_of(examples: list[Example], most: int, coin: random.Random) -> list[Example]:
    by_set: dict[tuple[str, str], list[Example]] = {}
    for example in examples:
        by_set.setdefault((example.set_name, example.language), []).append(example)
    return [e for group in by_set.values() for e in coin.sample(group, min(most, len(group)))]


_encoders: Encoders | None = None


def _open(models: Path) -> None:
    global _encoders
    _encoders = Encoders(models, 1)


def _vector(text_of: tuple[str, str]) -> np.ndarray:
    return _encoders.vector(*text_of)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("questions", type=Path, help="folder of the sets")
    parser.add_argument("models", type=Path, help="folder with both encoders")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument("--most", type=int, default=MOST_OF_SET, help="of a set and a language")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()

    coin = random.Random(SEED)
    given = [*read_questions(arguments.questions), *read_questions(WRITTEN)]
    given = [e for e in given if e.answers and e.question.strip() and len(e.passage) >= 40]
    examples = chosen_of(given, arguments.most, coin)
    plain = [e for e in examples if e.kind == "given"]
    dictionaries = read_dictionary(arguments.questions / "dictionary.tsv.xz")
    examples += translate_questions(plain, dictionaries, coin) + statements_of(plain, coin)

    numbers: dict[tuple[str, str], int] = {}
    passages = [numbers.setdefault((passage_text(e), e.language), len(numbers)) for e in examples]
    # A question is anchored where the encoders put it: an English one where the English encoder does.
    to_embed = [*numbers, *((e.question, e.question_language) for e in examples)]
    print(len(examples), "texts,", len(numbers), "passages", flush=True)
    with ProcessPoolExecutor(
        arguments.processes, initializer=_open, initargs=(arguments.models,)
    ) as pool:
        vectors = np.array(list(pool.map(_vector, to_embed, chunksize=256)), np.float16)

    _open(arguments.models)
    ids = [_encoders.ids(e.question) for e in examples]
    languages = sorted({e.language for e in examples} | {e.question_language for e in examples})
    sets = sorted({e.set_name for e in examples})
    kinds = sorted({e.kind for e in examples})
    np.savez(
        arguments.output,
        flat=np.concatenate([np.array(row, np.int32) for row in ids]),
        borders=np.concatenate([[0], np.cumsum([len(row) for row in ids])]),
        passage=np.array(passages, np.int32),
        language=np.array([languages.index(e.question_language) for e in examples], np.int32),
        set=np.array([sets.index(e.set_name) for e in examples], np.int32),
        kind=np.array([kinds.index(e.kind) for e in examples], np.int32),
        kept=np.array([e.kept for e in examples]),
        vectors=vectors[: len(numbers)],
        anchor=vectors[len(numbers) :],
        passage_language=np.array([languages.index(l) for _, l in numbers], np.int32),
        languages=np.array(languages),
        sets=np.array(sets),
        kinds=np.array(kinds),
    )


if __name__ == "__main__":
    main()
