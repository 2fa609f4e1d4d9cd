"""The arrays that prepare.py writes."""

from pathlib import Path

import numpy as np


class Dataset:
    def __init__(self, path: Path):
        arrays = np.load(path)
        self._flat, self._borders = arrays["flat"], arrays["borders"]
        self.passage, self.language = arrays["passage"], arrays["language"]
        self.set, self.kind = arrays["set"], arrays["kind"]
        self.kept, self.anchor = arrays["kept"], arrays["anchor"]
        self.vectors, self.passage_language = arrays["vectors"], arrays["passage_language"]
        self.languages, self.sets, self.kinds = (
            arrays[name].tolist() for name in ("languages", "sets", "kinds")
        )
        # The passages of each language, and the place of each passage among those of its language.
        self.of_language = [
            np.flatnonzero(self.passage_language == i) for i in range(len(self.languages))
        ]
        self.place = np.zeros(len(self.vectors), np.int64)
        for passages in self.of_language:
            self.place[passages] = np.arange(len(passages))

    def __len__(self) -> int:
        return len(self.passage)

    def texts(self, rows: np.ndarray) -> list[np.ndarray]:
        return [self._flat[self._borders[row] : self._borders[row + 1]] for row in rows]

    def rows_of(self, passage_language: int, kept: bool) -> np.ndarray:
        here = self.passage_language[self.passage] == passage_language
        return np.flatnonzero(here & (self.kept == kept))
