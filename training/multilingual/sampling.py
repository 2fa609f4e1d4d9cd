"""Decides what a training batch is made of: groups of texts with shares, drawn in a random order
each.
"""

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from corpus import Corpus, Texts, weights_by_source
from joined_passages import JoinedPassages
from languages import raise_of

# Shares of the tokens of a batch. Of English, most is read as mixed tokens: the encoder serves that
# reading.
TOKEN_SHARES = {
    "short": 0.38,
    "long": 0.18,
    "joined": 0.19,
    "code_switched": 0.06,
    "english_wordpiece": 0.02,
    "english_long_wordpiece": 0.04,
    "english_mixed": 0.05,
    "english_long_mixed": 0.08,
}
LONG_TEXT = 64  # in tokens
JOINED_SHARE_OF_LONG_ENGLISH = 0.2
# The targets of passages come from their English, which is read as well, but only of some.
ENGLISH_OF_JOINED = 1 / 3


@dataclass
class Group:
    """starts, lengths: of texts in the flat tokens; targets: rows of the target vectors; share: of
    the texts drawn.
    """

    name: str
    share: float
    starts: np.ndarray
    lengths: np.ndarray
    targets: np.ndarray
    weights: np.ndarray


@dataclass
class TrainingTexts:
    """Everything that is read in training: all tokens, the texts whose vectors are targets, the
    groups.

    Target rows: first the English texts, then the English of the joined passages.
    """

    tokens: np.ndarray
    target_starts: np.ndarray
    target_lengths: np.ndarray
    target_hashes: np.ndarray
    groups: list[Group]


def arrange_texts(
    corpus: Corpus,
    joined: JoinedPassages,
    source_weights: dict[str, float],
    language_exponent: float,
    rng: np.random.Generator,
) -> TrainingTexts:
    parts: list[Texts] = [
        *(corpus.english, joined.english),
        *(corpus.english_mixed, joined.english_mixed),
        *(corpus.foreign, joined.foreign),
    ]
    firsts = np.cumsum([0] + [len(part.tokens) for part in parts])
    starts = [first + part.starts for first, part in zip(firsts, parts)]
    regions = [Region(start, part.lengths) for start, part in zip(starts, parts)]
    wordpiece, mixed = regions[0].then(regions[1]), regions[2].then(regions[3])
    foreign, passages = regions[4], regions[5]

    weight_of_source = weights_by_source(corpus.sources, source_weights)
    pair_weights = weight_of_source[corpus.pair_source]
    english_count, joined_count = len(corpus.english.lengths), len(joined.language)
    joined_targets = english_count + np.arange(joined_count)
    groups: list[Group] = []

    def add(kind: str, candidates: list[tuple[float, Group]]) -> None:
        """Divides the kind's share of tokens by the weights of its groups, and turns it into a
        share of texts.
        """
        filled = [(weight, group) for weight, group in candidates if len(group.starts)]
        total = sum(weight for weight, _ in filled)
        for weight, group in filled:
            mean_length = float(np.average(group.lengths, weights=group.weights))
            group.share = TOKEN_SHARES[kind] * weight / total / mean_length
            groups.append(group)

    def by_language(
        kind: str,
        rows: np.ndarray,
        region: Region,
        targets: np.ndarray,
        language: np.ndarray,
        weights,
    ) -> None:
        candidates = []
        for number in np.unique(language[rows]):
            name = corpus.languages[number]
            group = region.group(f"{kind}:{name}", rows[language[rows] == number], targets, weights)
            size = max(float((group.weights * group.lengths).sum()), 1)
            candidates.append((raise_of(name) * size**language_exponent, group))
        add(kind, candidates)

    is_long, is_switched = corpus.foreign.lengths >= LONG_TEXT, corpus.is_code_switched
    for kind, is_wanted in (("short", ~is_long), ("long", is_long)):
        rows = np.flatnonzero(is_wanted & ~is_switched)
        by_language(kind, rows, foreign, corpus.pair_english, corpus.pair_language, pair_weights)
    rows, ones = np.arange(joined_count), np.ones(joined_count)
    by_language("joined", rows, passages, joined_targets, joined.language, ones)
    rows, ones = np.flatnonzero(is_switched), np.ones(len(is_switched))
    switched = foreign.group("code_switched", rows, corpus.pair_english, ones)
    add("code_switched", [(1.0, switched)])

    targets = np.arange(english_count + joined_count)
    english_weights = np.concatenate(
        [weight_of_source[corpus.english_source], np.ones(joined_count)]
    )
    is_long = corpus.english.lengths >= LONG_TEXT
    some_joined = joined_targets[: int(joined_count * ENGLISH_OF_JOINED)]
    for reading, region in (("wordpiece", wordpiece), ("mixed", mixed)):
        short, long, passages_read = (
            region.group(f"english:{reading}", rows, targets, english_weights)
            for rows in (np.flatnonzero(~is_long), np.flatnonzero(is_long), some_joined)
        )
        share = JOINED_SHARE_OF_LONG_ENGLISH
        add(f"english_{reading}", [(1.0, short)])
        add(f"english_long_{reading}", [(1 - share, long), (share, passages_read)])

    # A joined passage never equals another text.
    joined_hashes = rng.integers(0, 2**63, joined_count).astype(np.uint64)
    return TrainingTexts(
        np.concatenate([np.asarray(part.tokens, np.int32) for part in parts]),
        wordpiece.starts,
        wordpiece.lengths,
        np.concatenate([corpus.english_hash, joined_hashes]).astype(np.int64),
        groups,
    )


@dataclass
class Region:
    """Texts of one reading within the flat tokens."""

    starts: np.ndarray
    lengths: np.ndarray

    def then(self, other: "Region") -> "Region":
        return Region(
            np.concatenate([self.starts, other.starts]),
            np.concatenate([self.lengths, other.lengths]),
        )

    def group(self, name: str, rows: np.ndarray, targets: np.ndarray, weights: np.ndarray) -> Group:
        return Group(name, 0.0, self.starts[rows], self.lengths[rows], targets[rows], weights[rows])


@dataclass
class Draw:
    """The texts of one batch, on the device; total: their tokens."""

    starts: torch.Tensor
    lengths: torch.Tensor
    targets: torch.Tensor
    total: int


class BatchStream:
    """Draws batches in a thread of its own. Each group runs through a permutation of its texts."""

    def __init__(self, groups: list[Group], tokens_per_batch: int, seed: int, device: str):
        self._groups = groups
        self._shares = np.array([group.share for group in groups])
        self._shares /= self._shares.sum()
        self._budget = tokens_per_batch
        self._rng = np.random.default_rng(seed)
        self._device = device
        self._texts_at_once = 250_000 if device == "cuda" else 2000
        self._orders = [np.zeros(0, np.int64) for _ in groups]
        self._queue: queue.Queue = queue.Queue(4)
        self._is_open = True
        threading.Thread(target=self._fill, daemon=True).start()

    def close(self) -> None:
        self._is_open = False

    def __iter__(self) -> Iterator[Draw]:
        while True:
            texts, cuts = self._queue.get()
            starts, lengths, targets = (torch.from_numpy(x).to(self._device) for x in texts)
            for first, past, total in cuts:
                yield Draw(starts[first:past], lengths[first:past], targets[first:past], total)

    def _fill(self) -> None:
        while self._is_open:
            texts = self._draw()
            drawn = (texts, self._cut(texts[1]))
            while self._is_open:
                try:
                    self._queue.put(drawn, timeout=1)
                    break
                except queue.Full:
                    continue

    def _draw(self) -> list[np.ndarray]:
        """Starts, lengths and targets of many texts, mixed."""
        parts = []
        for number, count in enumerate(self._rng.multinomial(self._texts_at_once, self._shares)):
            group, rows = self._groups[number], self._take(number, count)
            parts.append((group.starts[rows], group.lengths[rows], group.targets[rows]))
        order = self._rng.permutation(self._texts_at_once)
        return [np.concatenate(arrays)[order] for arrays in zip(*parts)]

    def _take(self, number: int, count: int) -> np.ndarray:
        taken = []
        while count > 0:
            if not len(self._orders[number]):
                self._orders[number] = self._new_order(self._groups[number].weights)
            rows, self._orders[number] = np.split(self._orders[number], [count])
            taken.append(rows)
            count -= len(rows)
        return np.concatenate(taken) if taken else np.zeros(0, np.int64)

    def _new_order(self, weights: np.ndarray) -> np.ndarray:
        """One pass: a text of weight 2.3 is read twice, or three times in three of ten passes."""
        times = np.floor(weights + self._rng.random(len(weights))).astype(int)
        order = self._rng.permutation(np.repeat(np.arange(len(weights)), times))
        return order if len(order) else self._rng.permutation(len(weights))

    def _cut(self, lengths: np.ndarray) -> list[tuple[int, int, int]]:
        """Borders of batches within the budget of tokens: first text, past the last one, tokens."""
        sums = np.cumsum(lengths)
        cuts, first, done = [], 0, 0
        while True:
            past = int(np.searchsorted(sums, done + self._budget, side="right"))
            if past >= len(sums):
                return cuts
            cuts.append((first, past, int(sums[past - 1]) - done))
            first, done = past, int(sums[past - 1])
