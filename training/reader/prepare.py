"""Writes the examples as arrays, the form that a training reads.

Output (.npz): `flat` ids of all texts without special tokens, `borders` [texts + 1]; for every
example its texts `question`, `title`, `passage`; `first` and `past`, the tokens of the passage that
are read; `start` and `end`, the first and the last token of the answer in the whole passage, -1 if
there is none; `language`, `question_language`, `set`, `kind` as numbers of the names in `languages`,
`sets`, `kinds`; `kept`. `sentences` [flat borders of sentences as tokens of their text] with
`sentence_borders` [texts + 1] tell where a passage may be cut. `special`: [CLS] and [SEP].
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from hard_negatives import find_negatives, stranger_passages
from located_tokens import KnownTokens, MixedTokens, PlacedTokens
from made_examples import (
    follow_up_questions,
    put_answers,
    read_dictionary,
    swap_keys,
    translate_passages,
    translate_questions,
)
from questions import SENTENCE_END, Example, read_questions
from tables import make_tables

SEED = 20
LONGEST_PASSAGE = 320
# Sets of our own.
WRITTEN = Path(__file__).parent / "written"


class Texts:
    """Every text once, tokenised."""

    def __init__(self, tokenizer: PlacedTokens):
        self.tokenizer = tokenizer
        self._numbers: dict[str, int] = {}
        self.ids: list[np.ndarray] = []
        self.starts: list[np.ndarray] = []
        self.ends: list[np.ndarray] = []
        self.sentences: list[np.ndarray] = []

    def number(self, text: str) -> int:
        known = self._numbers.get(text)
        if known is None:
            known = self._numbers[text] = len(self.ids)
            ids, starts, ends = self.tokenizer.encode(text)
            self.ids.append(np.array(ids, np.int32))
            self.starts.append(np.array(starts, np.int32))
            self.ends.append(np.array(ends, np.int32))
            begins = [0] + [match.end() for match in SENTENCE_END.finditer(text)]
            tokens = np.searchsorted(self.ends[-1], begins, side="right")
            self.sentences.append(np.unique(tokens[tokens < len(ids)]).astype(np.int32))
        return known


def answer_tokens(texts: Texts, passage: int, answer: tuple[int, int]) -> tuple[int, int]:
    """The first and the last token of an answer."""
    first = int(np.searchsorted(texts.ends[passage], answer[0], side="right"))
    last = int(np.searchsorted(texts.starts[passage], answer[1], side="left")) - 1
    return first, max(first, last)


def window(length: int, answer: tuple[int, int], coin: random.Random) -> tuple[int, int]:
    """What is read of a passage: all, or a stretch around the answer."""
    if length <= LONGEST_PASSAGE:
        return 0, length
    lowest = max(0, answer[1] + 1 - LONGEST_PASSAGE) if answer[0] >= 0 else 0
    highest = min(max(answer[0], 0), length - LONGEST_PASSAGE)
    first = coin.randint(min(lowest, highest), highest)
    return first, first + LONGEST_PASSAGE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("questions", type=Path, help="folder of the sets and the dictionary")
    parser.add_argument("models", type=Path, help="folder with both encoders' tokenizer.json")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument("--every", type=int, default=1, help="take every n-th example, for a trial")
    parser.add_argument("--tables", type=int, default=6000, help="how many tables to make")
    parser.add_argument("--processes", type=int, default=1, help="that tokenise texts")
    arguments = parser.parse_args()

    coin = random.Random(SEED)
    tokenizer = KnownTokens(MixedTokens(arguments.models), arguments.processes)
    given = [e for e in read_questions(arguments.questions) if e.question and e.passage]
    given = given[:: arguments.every] + list(read_questions(WRITTEN))
    given += put_answers(given, coin)
    tokenizer.read_ahead(texts_of(given))
    examples = given + find_negatives(given, tokenizer, coin)
    examples += stranger_passages(given, coin)
    dictionaries = read_dictionary(arguments.questions / "dictionary.tsv.xz")
    translated = translate_passages(given, dictionaries, coin)
    examples += translate_questions(examples, dictionaries, coin)
    examples += swap_keys(given, coin)
    examples += follow_up_questions([e for e in given if e.kind == "given"], coin)
    examples += make_tables(arguments.tables, coin) + translated
    tokenizer.read_ahead(texts_of(examples))
    write(examples, Texts(tokenizer), arguments.output, coin)


def texts_of(examples: list[Example]) -> Iterator[str]:
    for example in examples:
        yield from (example.question, example.title, example.passage)


def write(examples: list[Example], texts: Texts, output: Path, coin: random.Random) -> None:
    names = {
        "languages": sorted(
            {e.language for e in examples} | {e.question_language for e in examples}
        ),
        "sets": sorted({e.set_name for e in examples}),
        "kinds": sorted({e.kind for e in examples}),
    }
    numbers = {key: {name: i for i, name in enumerate(values)} for key, values in names.items()}
    columns: dict[str, list[int]] = {}
    for example in examples:
        passage = texts.number(example.passage)
        answer = (-1, -1)
        if example.answers:
            answer = answer_tokens(texts, passage, example.answers[0])
        first, past = window(len(texts.ids[passage]), answer, coin)
        if answer[0] >= past or answer[1] >= past:
            continue  # longer than what is read
        row = {
            "question": texts.number(example.question),
            "title": texts.number(example.title),
            "passage": passage,
            "first": first,
            "past": past,
            "start": answer[0],
            "end": answer[1],
            "language": numbers["languages"][example.language],
            "question_language": numbers["languages"][example.question_language],
            "set": numbers["sets"][example.set_name],
            "kind": numbers["kinds"][example.kind],
            "kept": int(example.kept),
        }
        for name, value in row.items():
            columns.setdefault(name, []).append(value)
    kinds = np.bincount(columns["kind"])
    print({name: int(kinds[i]) for name, i in numbers["kinds"].items()}, flush=True)
    lengths = [len(ids) for ids in texts.ids]
    cuts = [len(sentences) for sentences in texts.sentences]
    np.savez_compressed(
        output,
        flat=np.concatenate(texts.ids),
        borders=np.concatenate([[0], np.cumsum(lengths)]),
        sentences=np.concatenate(texts.sentences).astype(np.int16),
        sentence_borders=np.concatenate([[0], np.cumsum(cuts)]),
        special=np.array([texts.tokenizer.cls, texts.tokenizer.sep]),
        **{name: np.array(values, np.int32) for name, values in columns.items()},
        **{name: np.array(values) for name, values in names.items()},
    )


if __name__ == "__main__":
    main()
