"""Tokenises all packs on all cores, and makes the code-switched passages.

Output (.npz), texts one after the other in flat arrays of ids (`*_tokens` int32, `*_lengths`
int32): english_wordpiece (what bge-small reads), english_mixed, english_hash, english_source;
foreign, pair_english (number of the English text), pair_language, pair_source; languages, sources
(names). Pairs are sorted by language and stand in document order.
"""

import argparse
import os
import random
import unicodedata
from collections.abc import Iterable
from multiprocessing import Pool
from pathlib import Path

os.environ["TOKENIZERS_PARALLELISM"] = "false"  # the processes are parallel already
os.environ["RAYON_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

from code_switch import CodeSwitcher  # noqa: E402
from evaluation_texts import fold, hash64  # noqa: E402
from languages import LATIN_SCRIPT  # noqa: E402
from mixed_tokenizer import MixedTokenizer  # noqa: E402
from packs import read_pack  # noqa: E402

MAX_TOKENS = 256
CODE_SWITCH_SOURCE = "codeswitch"
VERSIONS_PER_PASSAGE = 2
# Passages in characters.
SHORTEST_PASSAGE, LONGEST_PASSAGE = 60, 900
# People type without accents: the encoder sees some of that.
WITHOUT_ACCENTS = 0.05
# One foreign line in 16 is read as Unigram alone, so that both readings stay understood.
UNIGRAM_EVERY, UNIGRAM_AT = 16, 5
TEXTS_PER_JOB = 2000

Encoded = tuple[np.ndarray, np.ndarray]  # all ids, length of each text


def remove_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(c for c in decomposed if unicodedata.category(c) != "Mn")


class Readers:
    """The tokenizers of one process."""

    def __init__(self, unigram: Path, wordpiece: Path):
        self._wordpiece = Tokenizer.from_file(str(wordpiece))
        self._wordpiece.no_padding()
        self._wordpiece.enable_truncation(MAX_TOKENS)
        self._mixed = MixedTokenizer(unigram, wordpiece, cached_chunks=1_500_000)
        self._plain = MixedTokenizer(unigram, wordpiece, mixes=False, cached_chunks=300_000)

    def wordpiece(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self._wordpiece.encode_batch_fast(texts)]

    def mixed(self, texts: list[str]) -> list[list[int]]:
        return self._mixed.encode_batch(texts, MAX_TOKENS)

    def foreign(self, texts: list[str]) -> list[list[int]]:
        ids = self.mixed(texts)
        plain = self._plain.encode_batch(texts[UNIGRAM_AT::UNIGRAM_EVERY], MAX_TOKENS)
        ids[UNIGRAM_AT::UNIGRAM_EVERY] = plain
        return ids


# Set in each worker process, which can neither share nor cheaply be sent them.
_readers: Readers | None = None
_switcher: CodeSwitcher | None = None


def _start_worker(unigram: Path, wordpiece: Path, dictionary: Path | None) -> None:
    global _readers, _switcher
    _readers = Readers(unigram, wordpiece)
    _switcher = CodeSwitcher.load(dictionary) if dictionary else None


def _encode(job: tuple[str, list[str]]) -> Encoded:
    reader, texts = job
    ids = getattr(_readers, reader)(texts)
    lengths = np.array([len(text) for text in ids], np.int32)
    return np.concatenate([np.array(text, np.int32) for text in ids]), lengths


def _hash(texts: list[str]) -> np.ndarray:
    return np.array([hash64(fold(text)) for text in texts], np.uint64)


def _switch(job: tuple[int, list[tuple[int, str]]]) -> list[tuple[int, str, str]]:
    """(seed, [(English number, text)]) -> [(English number, language, mixed text)]"""
    seed, passages = job
    rng = random.Random(seed)
    return [
        (number, language, mixed)
        for number, text in passages
        for language, mixed in _switcher.versions(text, VERSIONS_PER_PASSAGE, rng)
    ]


def chunked(items: list, size: int) -> Iterable[list]:
    return (items[start : start + size] for start in range(0, len(items), size))


class Corpus:
    """All packs: English texts, and pairs by language."""

    def __init__(self) -> None:
        self.english: list[str] = []
        self.english_source: list[int] = []
        self.sources: dict[str, int] = {}
        # language: (number of the English text, source, text)
        self.pairs: dict[str, list[tuple[int, int, str]]] = {}

    def add_pack(self, path: Path) -> None:
        pack = read_pack(path)
        rng = random.Random(3)
        first = len(self.english)
        source = self.source_number(pack.source)
        self.english += pack.english
        self.english_source += [source] * len(pack.english)
        for language, translations in pack.translations.items():
            for row, text in zip(translations.english, translations.texts):
                if language in LATIN_SCRIPT and rng.random() < WITHOUT_ACCENTS:
                    text = remove_accents(text)
                self.add_pair(language, first + int(row), source, text)

    def add_pair(self, language: str, english: int, source: int, text: str) -> None:
        self.pairs.setdefault(language, []).append((english, source, text))

    def source_number(self, name: str) -> int:
        return self.sources.setdefault(name, len(self.sources))

    def passages(self, count: int) -> list[tuple[int, str]]:
        """English texts for code-switching."""
        fitting = [
            number
            for number, text in enumerate(self.english)
            if SHORTEST_PASSAGE <= len(text) <= LONGEST_PASSAGE
        ]
        sample = random.Random(8).sample(fitting, min(len(fitting), count))
        return [(number, self.english[number]) for number in sorted(sample)]


def encode_all(pool, reader: str, texts: list[str]) -> Encoded:
    parts = pool.map(_encode, [(reader, part) for part in chunked(texts, TEXTS_PER_JOB)])
    tokens, lengths = zip(*parts)
    return np.concatenate(tokens), np.concatenate(lengths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("packs", type=Path, help="folder of packs, *.txt.xz")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument("--unigram", type=Path, required=True, help="tokenizer.json, multilingual")
    parser.add_argument("--wordpiece", type=Path, required=True, help="tokenizer.json, bge-small")
    parser.add_argument("--dictionary", type=Path, help="from code_switch.py")
    parser.add_argument(
        "--passages", type=int, default=100_000, help="to code-switch (default: %(default)s)"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    arguments = parser.parse_args()

    corpus = Corpus()
    for path in sorted(arguments.packs.glob("*.txt.xz")):
        corpus.add_pack(path)
    start = (arguments.unigram, arguments.wordpiece, arguments.dictionary)
    with Pool(arguments.processes, _start_worker, start) as pool:
        if arguments.dictionary:
            source = corpus.source_number(CODE_SWITCH_SOURCE)
            jobs = enumerate(chunked(corpus.passages(arguments.passages), 1000))
            for found in pool.imap(_switch, jobs):
                for number, language, mixed in found:
                    corpus.add_pair(language, number, source, mixed)
        wordpiece, wordpiece_lengths = encode_all(pool, "wordpiece", corpus.english)
        mixed, mixed_lengths = encode_all(pool, "mixed", corpus.english)
        hashes = np.concatenate(pool.map(_hash, chunked(corpus.english, 10_000)))
        languages = sorted(corpus.pairs)
        pairs = [(i, *pair) for i, name in enumerate(languages) for pair in corpus.pairs[name]]
        foreign, foreign_lengths = encode_all(pool, "foreign", [text for _, _, _, text in pairs])
    np.savez(
        arguments.output,
        english_wordpiece_tokens=wordpiece,
        english_wordpiece_lengths=wordpiece_lengths,
        english_mixed_tokens=mixed,
        english_mixed_lengths=mixed_lengths,
        english_hash=hashes,
        english_source=np.array(corpus.english_source, np.int16),
        foreign_tokens=foreign,
        foreign_lengths=foreign_lengths,
        pair_english=np.array([english for _, english, _, _ in pairs], np.int32),
        pair_language=np.array([language for language, _, _, _ in pairs], np.int16),
        pair_source=np.array([source for _, _, source, _ in pairs], np.int16),
        languages=np.array(languages),
        sources=np.array(list(corpus.sources)),
    )
    print(
        len(corpus.english), "English texts,", len(pairs), "pairs,", len(foreign), "foreign tokens"
    )


if __name__ == "__main__":
    main()
