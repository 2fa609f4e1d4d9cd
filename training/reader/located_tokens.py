"""Texts as tokens, with the place of each token in the text, which answers are found by."""

from collections.abc import Iterable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

import numpy as np
from tokenizers import Tokenizer

from shared_modules import WORDPIECE_SIZE, MixedTokenizer

# Ids of a chunk, and where each token ends in it.
Chunk = tuple[list[int], list[int]]
TEXTS_AT_ONCE = 2000


class PlacedTokens(Protocol):
    cls: int
    sep: int

    def encode(self, text: str) -> tuple[list[int], list[int], list[int]]:
        """Ids without special tokens, and the start and end of each token in the text."""

    def ids(self, text: str) -> list[int]: ...


class MixedTokens:
    """Mixed tokenisation, as the multilingual encoder reads."""

    def __init__(self, models: Path):
        """models: the folder with `multilingual` and `english`."""
        unigram = models / "multilingual" / "tokenizer.json"
        self._mixed = MixedTokenizer(unigram, models / "english" / "tokenizer.json")
        self._unigram = Tokenizer.from_file(str(unigram))
        self._unigram.no_padding()
        self._unigram.no_truncation()
        self._chunks: dict[str, Chunk] = {}
        self.cls, self.sep = self._mixed.cls, self._mixed.sep

    def encode(self, text: str) -> tuple[list[int], list[int], list[int]]:
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for chunk in text.split():
            at = text.index(chunk, at)
            chunk_ids, chunk_ends = self._chunk(chunk)
            ids += chunk_ids
            previous = 0
            for end in chunk_ends:
                starts.append(at + previous)
                ends.append(at + end)
                previous = end
            at += len(chunk)
        return ids, starts, ends

    def ids(self, text: str) -> list[int]:
        return self.encode(text)[0]

    def _chunk(self, chunk: str) -> Chunk:
        known = self._chunks.get(chunk)
        if known is None:
            known = self._chunks[chunk] = self._read(chunk)
        return known

    def _read(self, chunk: str) -> Chunk:
        ids = self._mixed.encode(chunk, 1_000_000)[1:-1]
        encoding = self._unigram.encode(chunk, add_special_tokens=False)
        unigram = [id + WORDPIECE_SIZE for id in encoding.ids]
        ends = [end for _, end in encoding.offsets]
        if ids == unigram:
            return ids, ends
        return ids, self._align(ids, unigram, ends, len(chunk))

    def _align(self, ids: list[int], unigram: list[int], ends: list[int], length: int) -> list[int]:
        """Where some words were cut by WordPiece: what is equal at both sides keeps its place, and
        the tokens between share the space evenly, which is exact at the borders of words."""
        head = 0
        while head < min(len(ids), len(unigram)) and ids[head] == unigram[head]:
            head += 1
        tail = 0
        while (
            tail < min(len(ids), len(unigram)) - head
            and ids[len(ids) - 1 - tail] == unigram[len(unigram) - 1 - tail]
        ):
            tail += 1
        first = ends[head - 1] if head else 0
        last = ends[len(ends) - 1 - tail] if tail else length
        count = len(ids) - head - tail
        between = [first + round((last - first) * (i + 1) / count) for i in range(count)]
        return ends[:head] + between + ends[len(ends) - tail :]


class KnownTokens:
    """The tokens of texts that were read ahead, in several processes. Other texts are read when they
    are asked for."""

    def __init__(self, tokenizer: PlacedTokens, processes: int):
        self._tokenizer, self._processes = tokenizer, processes
        self._known: dict[str, tuple[np.ndarray, ...]] = {}
        self.cls, self.sep = tokenizer.cls, tokenizer.sep

    def read_ahead(self, texts: Iterable[str]) -> None:
        if self._processes < 2:
            return
        unknown = list({text for text in texts if text not in self._known})
        # Forked processes have the tokenizer already, so it is not sent to them.
        with get_context("fork").Pool(self._processes, _use, [self._tokenizer]) as pool:
            self._known |= zip(unknown, pool.map(_encode, unknown, TEXTS_AT_ONCE))

    def encode(self, text: str) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
        known = self._known.get(text)
        return self._tokenizer.encode(text) if known is None else known

    def ids(self, text: str) -> list[int]:
        return list(self.encode(text)[0])


def _use(tokenizer: PlacedTokens) -> None:
    global _tokenizer
    _tokenizer = tokenizer


def _encode(text: str) -> tuple[np.ndarray, ...]:
    return tuple(np.array(part, np.int32) for part in _tokenizer.encode(text))
