"""The examples in memory, and batches of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from model import PASSAGE, QUESTION, TITLE, PackedTexts

# In tokens, all together with the special ones.
LONGEST_QUESTION, LONGEST_TITLE, LONGEST_TEXT = 64, 32, 420
# How often examples of a kind are read, relative to those that were given.
KIND_WEIGHTS = {
    "given": 1.0,
    # As often as the same questions without the sentence that answers them: see UNANSWERABLE_WEIGHT.
    "answered": 1.5,
    "found": 0.7,
    "across": 1.2,
    "swapped": 1.3,
    "follow-up": 1.0,
    "table": 0.8,
    "translated": 0.3,
}
# Relative to the others: how often examples of a set are read, and given questions that have no answer,
# which are the hardest to tell.
SET_WEIGHTS = {"everyday": 3.0}
UNANSWERABLE_WEIGHT = 1.5
# Small languages are read more often than their share, at most by the factor.
LANGUAGE_EXPONENT, LARGEST_LANGUAGE_WEIGHT = -0.35, 4.0
# Of the examples, this share is cut to a few sentences: users' documents are short.
CROPPED_SHARE = 0.3
MOST_SENTENCES = 5
EXAMPLES_AT_ONCE = 16_384


@dataclass
class Batch:
    """`packed` has the examples of `rows`, in their order."""

    packed: PackedTexts
    # The first and the last token of the answers, among the tokens of the batch; -1 if there is none.
    start: torch.Tensor
    end: torch.Tensor
    rows: np.ndarray

    def to(self, device: str) -> "Batch":
        def moved(value):
            return value.to(device, non_blocking=True) if torch.is_tensor(value) else value

        packed = PackedTexts(*map(moved, self.packed))
        return Batch(packed, moved(self.start), moved(self.end), self.rows)


class Dataset:
    def __init__(self, path: Path):
        with np.load(path) as file:
            self.columns = {name: file[name] for name in file.files}
        self.flat, self.borders = self.columns["flat"], self.columns["borders"]
        self.cls, self.sep = self.columns["special"].tolist()
        self.kept = self.columns["kept"] == 1
        self.training_rows = np.flatnonzero(~self.kept)
        self.weights = self._weights()

    def _weights(self) -> np.ndarray:
        """How often each of the training rows is drawn."""
        rows = self.training_rows
        kinds = np.array([KIND_WEIGHTS[str(name)] for name in self.columns["kinds"]])
        counts = np.bincount(
            self.columns["language"][rows], minlength=len(self.columns["languages"])
        )
        by_language = (np.maximum(counts, 1) / counts.max()) ** LANGUAGE_EXPONENT
        by_language = np.minimum(by_language, LARGEST_LANGUAGE_WEIGHT)
        weights = kinds[self.columns["kind"][rows]] * by_language[self.columns["language"][rows]]
        sets = np.array([SET_WEIGHTS.get(str(name), 1.0) for name in self.columns["sets"]])
        weights *= sets[self.columns["set"][rows]]
        given = list(self.columns["kinds"]).index("given")
        unanswerable = (self.columns["kind"][rows] == given) & (self.columns["start"][rows] < 0)
        weights[unanswerable] *= UNANSWERABLE_WEIGHT
        return weights / weights.sum()

    def training_batches(self, tokens: int, rng: np.random.Generator) -> Iterator[Batch]:
        """Without end, each of exactly so many tokens."""
        while True:
            rows = rng.choice(self.training_rows, EXAMPLES_AT_ONCE, p=self.weights)
            windows = np.array([self._window(row, rng) for row in rows])
            for group in self._packs(rows, windows, tokens):
                yield self._batch(*group, size=tokens)

    def batches(self, rows: np.ndarray, tokens: int) -> Iterator[Batch]:
        """Each row once."""
        windows = np.stack([self.columns["first"][rows], self.columns["past"][rows]], 1)
        for group in self._packs(rows, windows, tokens):
            yield self._batch(*group, size=None)

    def _packs(
        self, rows: np.ndarray, windows: np.ndarray, tokens: int
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        def length(column: str, longest: int) -> np.ndarray:
            texts = self.columns[column][rows]
            return np.minimum(self.borders[texts + 1] - self.borders[texts], longest)

        lengths = windows[:, 1] - windows[:, 0] + 4
        lengths += length("question", LONGEST_QUESTION) + length("title", LONGEST_TITLE)
        ends = np.cumsum(lengths)
        first, done = 0, 0
        while first < len(rows):
            past = max(first + 1, int(np.searchsorted(ends, done + tokens, side="right")))
            yield rows[first:past], windows[first:past]
            first, done = past, ends[past - 1]

    def _window(self, row: int, rng: np.random.Generator) -> tuple[int, int]:
        first, past = int(self.columns["first"][row]), int(self.columns["past"][row])
        if rng.random() > CROPPED_SHARE:
            return first, past
        passage = self.columns["passage"][row]
        cuts = self.columns["sentences"][
            self.columns["sentence_borders"][passage] : self.columns["sentence_borders"][
                passage + 1
            ]
        ].astype(np.int64)
        cuts = np.unique(np.concatenate([[first], cuts[(cuts > first) & (cuts < past)], [past]]))
        sentences = len(cuts) - 1
        start, end = int(self.columns["start"][row]), int(self.columns["end"][row])
        if start < 0:
            low = high = int(rng.integers(sentences))
        else:
            low = int(np.searchsorted(cuts, start, side="right")) - 1
            high = int(np.searchsorted(cuts, end, side="right")) - 1
        more = int(rng.integers(MOST_SENTENCES))
        before = int(rng.integers(more + 1))
        low, high = max(0, low - before), min(sentences - 1, high + more - before)
        return int(cuts[low]), int(cuts[high + 1])

    def _text(self, number: int) -> np.ndarray:
        return self.flat[self.borders[number] : self.borders[number + 1]]

    def _batch(self, rows: np.ndarray, windows: np.ndarray, size: int | None) -> Batch:
        """size: the batch is filled up to so many tokens."""
        texts, segments, starts, ends = [], [], [], []
        begin = 0
        for row, (first, past) in zip(rows, windows):
            question = self._text(self.columns["question"][row])
            if len(question) > LONGEST_QUESTION:
                half = LONGEST_QUESTION // 2
                question = np.concatenate([question[:half], question[-half:]])
            title = self._text(self.columns["title"][row])[:LONGEST_TITLE]
            passage = self._text(self.columns["passage"][row])[first:past]
            text = [[self.cls], question, [self.sep], title, [self.sep], passage, [self.sep]]
            texts.append(np.concatenate(text))
            lengths = (len(question) + 2, len(title) + 1, len(passage) + 1)
            segments.append(np.repeat([QUESTION, TITLE, PASSAGE], lengths))
            shift = begin + len(question) + len(title) + 3 - first
            has_answer = self.columns["start"][row] >= 0
            starts.append(self.columns["start"][row] + shift if has_answer else -1)
            ends.append(self.columns["end"][row] + shift if has_answer else -1)
            begin += len(texts[-1])
        for missing in _filling(size - begin) if size else []:
            texts.append(np.full(missing, self.sep))
            segments.append(np.full(missing, PASSAGE))
        lengths = [len(text) for text in texts]
        arrays = (
            np.concatenate(texts).astype(np.int64),
            np.concatenate([np.arange(length) for length in lengths]),
            np.concatenate(segments),
            np.repeat(np.arange(len(texts)), lengths),
            np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        )
        packed = PackedTexts(*map(torch.from_numpy, arrays), LONGEST_TEXT)
        return Batch(packed, torch.tensor(starts), torch.tensor(ends), rows)


def _filling(tokens: int) -> list[int]:
    """Lengths of texts that have so many tokens together."""
    return [min(LONGEST_TEXT, tokens - at) for at in range(0, tokens, LONGEST_TEXT)]
