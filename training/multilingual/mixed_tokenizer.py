"""Mixed tokenisation: Unigram pieces, but plain Latin words that Unigram would break up are read as
WordPiece.

Ids 0–30,521 are bge-small's WordPiece vocabulary; Unigram ids follow, offset by 30,522, special
tokens included. Names and rare words in Latin script fell to crumbs in the Unigram vocabulary; as
WordPiece they keep the vectors that bge-small has learned for them. The service's tokenizer must
give the same ids.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from tokenizers import Tokenizer

WORDPIECE_SIZE = 30_522
WORD_MARK = "▁"
LATIN_WORD = re.compile("[0-9a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff\u0300-\u036f]+")
# WordPiece gives up on longer words.
LONGEST_WORD = 100
# Stands for a stretch of unknown characters: no word reaches across it.
UNKNOWN_TEXT = "\uffff"


class WordPiece:
    """bge-small's cut of one lower-case word: always the longest piece that fits."""

    def __init__(self, path: Path):
        model = json.loads(Path(path).read_text(encoding="utf-8"))["model"]
        self._vocabulary: dict[str, int] = model["vocab"]
        self._cuts: dict[str, list[int] | None] = {}

    def cut(self, word: str) -> list[int] | None:
        """None if the vocabulary cannot spell the word."""
        if word not in self._cuts:
            self._cuts[word] = self._cut(word)
        return self._cuts[word]

    def clear(self) -> None:
        self._cuts.clear()

    def _cut(self, word: str) -> list[int] | None:
        if len(word) > LONGEST_WORD:
            return None
        ids: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                piece = self._vocabulary.get(prefix + word[start:end])
                if piece is not None:
                    ids.append(piece)
                    start = end
                    break
            else:
                return None
        return ids


class MixedTokenizer:
    def __init__(
        self, unigram: Path, wordpiece: Path, mixes: bool = True, cached_chunks: int = 3_000_000
    ):
        """mixes: False reads everything as Unigram, which the encoder has to understand as well."""
        self._unigram = Tokenizer.from_file(str(unigram))
        self._unigram.no_padding()
        self._unigram.no_truncation()
        self._pieces = self._unigram.get_vocab()
        self._text_of = {id: piece for piece, id in self._pieces.items()}
        self._text_of[self._pieces["[UNK]"]] = UNKNOWN_TEXT
        self._wordpiece = WordPiece(wordpiece)
        self._mixes = mixes
        # The ids of a chunk depend on the chunk alone, so they can be kept.
        self._chunks: dict[str, list[int]] = {}
        self._cached_chunks = cached_chunks
        self.cls = self._pieces["[CLS]"] + WORDPIECE_SIZE
        self.sep = self._pieces["[SEP]"] + WORDPIECE_SIZE

    def encode(self, text: str, max_tokens: int = 256) -> list[int]:
        return self.encode_batch([text], max_tokens)[0]

    def encode_batch(self, texts: Iterable[str], max_tokens: int = 256) -> list[list[int]]:
        """Ids with [CLS] and [SEP], cut to max_tokens."""
        chunks_of_texts = [text.split() for text in texts]
        # Nearly every chunk is one token at least: what lies beyond is rarely needed.
        self._read_chunks(chain.from_iterable(chunks[:max_tokens] for chunks in chunks_of_texts))
        encoded = []
        for chunks in chunks_of_texts:
            ids = [self.cls]
            for chunk in chunks:
                if chunk not in self._chunks:
                    self._read_chunks([chunk])
                ids += self._chunks[chunk]
                if len(ids) >= max_tokens:
                    break
            encoded.append(ids[: max_tokens - 1] + [self.sep])
        return encoded

    def _read_chunks(self, chunks: Iterable[str]) -> None:
        if len(self._chunks) > self._cached_chunks:
            self._chunks.clear()
            self._wordpiece.clear()
        # A chunk that the rest of this batch needs may have been cleared: encode_batch reads it
        # again.
        unread = [chunk for chunk in dict.fromkeys(chunks) if chunk not in self._chunks]
        encoded = self._unigram.encode_batch_fast(unread, add_special_tokens=False)
        for chunk, encoding in zip(unread, encoded):
            self._chunks[chunk] = self._mix(encoding.ids)

    def _mix(self, ids: list[int]) -> list[int]:
        """Unigram ids of one chunk -> mixed ids."""
        mixed = [id + WORDPIECE_SIZE for id in ids]
        if not self._mixes or len(ids) < 2:
            return mixed
        texts = [self._text_of[id] for id in ids]
        edges = [0]
        for text in texts:
            edges.append(edges[-1] + len(text))
        whole = "".join(texts)
        replacements: list[tuple[int, int, list[int]]] = []
        for match in LATIN_WORD.finditer(whole):
            start, end = match.span()
            if start and whole[start - 1] == WORD_MARK:
                start -= 1  # the mark belongs to the word
            first, past = bisect_right(edges, start) - 1, bisect_left(edges, end)
            if past - first < 2 or (replacements and replacements[-1][1] > first):
                continue
            before, after = whole[edges[first] : start], whole[end : edges[past]]
            ids_of_word = self._word_ids(match.group(), before, after)
            if ids_of_word is not None and len(ids_of_word) < past - first:
                replacements.append((first, past, ids_of_word))
        for first, past, ids_of_word in reversed(replacements):
            mixed[first:past] = ids_of_word
        return mixed

    def _word_ids(self, word: str, before: str, after: str) -> list[int] | None:
        """The word as WordPiece with the rests of its outer pieces; None: keep Unigram."""
        ids = self._wordpiece.cut(word) if word.isascii() else None
        if ids is None:
            return None
        for rest in (before, after):
            if rest and (rest not in self._pieces or LATIN_WORD.search(rest)):
                return None
        left = [self._pieces[before] + WORDPIECE_SIZE] if before else []
        right = [self._pieces[after] + WORDPIECE_SIZE] if after else []
        return left + ids + right
