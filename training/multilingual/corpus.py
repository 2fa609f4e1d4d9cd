"""The tokenised texts that tokenise_packs.py wrote, as arrays."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tokenise_packs import CODE_SWITCH_SOURCE


@dataclass
class Texts:
    """tokens: the ids of all texts one after the other; lengths: of each text."""

    tokens: np.ndarray
    lengths: np.ndarray

    @cached_property
    def starts(self) -> np.ndarray:
        return np.cumsum(self.lengths) - self.lengths

    def without_special_tokens(self, i: int) -> np.ndarray:
        return self.tokens[self.starts[i] + 1 : self.starts[i] + self.lengths[i] - 1]

    @classmethod
    def from_list(cls, texts: list[np.ndarray]) -> "Texts":
        if not texts:
            return cls(np.zeros(0, np.int32), np.zeros(0, np.int64))
        return cls(np.concatenate(texts), np.array([len(text) for text in texts], np.int64))


class Corpus:
    """English texts in both readings, and pairs: a foreign text and its English's number."""

    def __init__(self, paths: list[Path]):
        files = [np.load(path) for path in paths]
        self.languages = _all_names(files, "languages")
        self.sources = _all_names(files, "sources")

        def join(name: str) -> np.ndarray:
            return np.concatenate([file[name] for file in files])

        def texts(name: str) -> Texts:
            return Texts(join(name + "_tokens"), join(name + "_lengths").astype(np.int64))

        def renumbered(name: str, names: str, everywhere: list[str]) -> np.ndarray:
            parts = []
            for file in files:
                number = np.array([everywhere.index(str(n)) for n in file[names]], np.int64)
                parts.append(number[file[name]])
            return np.concatenate(parts)

        self.english = texts("english_wordpiece")
        self.english_mixed = texts("english_mixed")
        self.english_hash = join("english_hash")
        self.english_source = renumbered("english_source", "sources", self.sources)
        self.foreign = texts("foreign")
        self.pair_language = renumbered("pair_language", "languages", self.languages)
        self.pair_source = renumbered("pair_source", "sources", self.sources)
        counts = [len(file["english_hash"]) for file in files]
        firsts = np.cumsum(counts) - counts
        self.pair_english = np.concatenate(
            [file["pair_english"].astype(np.int64) + first for file, first in zip(files, firsts)]
        )
        switched = [i for i, name in enumerate(self.sources) if name == CODE_SWITCH_SOURCE]
        self.is_code_switched = np.isin(self.pair_source, switched)


def _all_names(files: list, key: str) -> list[str]:
    return list(dict.fromkeys(str(name) for file in files for name in file[key]))


def weights_by_source(sources: list[str], weights: dict[str, float]) -> np.ndarray:
    """How often a source's lines are read per pass (default 1). A final * marks a prefix."""

    def weight(source: str) -> float:
        if source in weights:
            return weights[source]
        prefixes = (name for name in weights if name.endswith("*"))
        return next((weights[p] for p in prefixes if source.startswith(p[:-1])), 1.0)

    return np.array([weight(source) for source in sources])
