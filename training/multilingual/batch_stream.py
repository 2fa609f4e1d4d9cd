"""Draws training batches by the groups' shares, in a thread of its own."""

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from training_texts import Group


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
