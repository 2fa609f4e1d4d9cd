"""The tokenised examples (encode.py), by what each is used for, and batches of them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

MAX_TOKENS = 256
# The window of a text that is too long is its start below the first bound, its end below the
# second, else anywhere.
AT_START_BELOW, AT_END_BELOW = 0.3, 0.65
# With neutral examples alone, the model would learn that everything in these languages is neutral.
LANGUAGES_WITHOUT_OPINIONS = (".ru", ".zh")
# The corpora of social_sources.py, each a group.
SOCIAL = ("hinglish", "spanglish", "afrisenti", "brighter", "goemotions")
# How often a sentence is read without its full stop, and one without it with one.
STOP_DROPPED, STOP_ADDED = 0.4, 0.15
HELD_OUT = ("sst2.dev", "umsab.val", "other", "everyday", "written.held", "imdb.held")


class Dataset:
    """Rows are numbers of texts; a group is an array of rows that are sampled together."""

    def __init__(self, path: Path, english_only: bool = False):
        with np.load(path) as file:
            self.tokens, self.starts = file["flat"], file["starts"]
            self.lengths, self.labels = file["lens"], file["label"]
            self.special = file["special"]
            self._full_stops, self._takes_stop = file["full_stops"], file["takes_stop"]
            self._source = file["source"]
            self._source_names = [str(name) for name in file["sources"]]
        self.cls, self.sep, self.pad, self.unknown = self.special.tolist()

        def is_read(name: str) -> bool:
            return not english_only or name.endswith((".english", ".en"))

        self.groups: dict[str, np.ndarray] = {
            "sst2": self._rows(lambda n: n == "sst2.train"),
            "umsab": self._rows(lambda n: n.startswith("umsab.train") and is_read(n)),
            "neutral": self._rows(
                lambda n: n.startswith("neutral")
                and is_read(n)
                and not n.endswith(LANGUAGES_WITHOUT_OPINIONS)
            ),
            "written": self._rows(lambda n: n.startswith("written.train") and is_read(n)),
            "windows": self._rows(lambda n: n == "imdb.train"),
            "sentences": self._rows(lambda n: n == "imdb.sentences"),
            "pairs": self._rows(lambda n: n.startswith("pair.") and n != "pair.en"),
            "english": self._rows(lambda n: n == "pair.en"),
            "th": self._rows(lambda n: n == "labelled.th"),
            "ko": self._rows(lambda n: n == "labelled.ko"),
            **{
                corpus: self._rows(
                    lambda n, corpus=corpus: n.startswith(f"social.{corpus}.") and is_read(n)
                )
                for corpus in SOCIAL
            },
        }
        # 0: none of them.
        self.corpus = np.zeros(len(self.labels), np.int64)
        for i, corpus in enumerate(SOCIAL, 1):
            self.corpus[self.groups[corpus]] = i
        self.held_out = {
            name: self._rows(lambda n, name=name: n == name)
            for name in self._source_names
            if name.startswith(HELD_OUT)
        }
        self.held_out_languages = {
            name: self._rows(lambda n, name=name: n == name)
            for name in self._source_names
            if name.startswith("held.")
        }
        self.is_english = np.array(
            [
                name.startswith(("sst2", "imdb")) or name.endswith((".english", ".en"))
                for name in self._source_names
            ]
        )[self._source]

    def batch(
        self,
        rows: Sequence[int],
        rng: np.random.Generator | None = None,
        unknown_share: float = 0.0,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Padded ids and mask. With rng: random windows of long texts, unknown words, now and then
        another end."""
        texts = [self._window(row, rng, unknown_share) for row in rows]
        width = max(len(text) for text in texts) + 2
        width += -width % 8  # multiples of 8 suit the GPU
        ids = np.full((len(rows), width), self.pad, np.int64)
        mask = np.zeros((len(rows), width), np.int64)
        for i, text in enumerate(texts):
            end = len(text) + 1
            ids[i, 0], ids[i, 1:end], ids[i, end] = self.cls, text, self.sep
            mask[i, : end + 1] = 1
        return torch.from_numpy(ids), torch.from_numpy(mask)

    def count_tokens(self, groups: Sequence[str], vocabulary: int) -> np.ndarray:
        """How often each id occurs in these groups."""
        rows = [row for group in groups for row in self.groups[group]]
        texts = [self.tokens[self.starts[r] : self.starts[r] + self.lengths[r]] for r in rows]
        return np.bincount(np.concatenate(texts), minlength=vocabulary)

    def _window(
        self, row: int, rng: np.random.Generator | None, unknown_share: float
    ) -> np.ndarray:
        room = MAX_TOKENS - 2
        length, start = int(self.lengths[row]), int(self.starts[row])
        if length > room and rng is not None:
            place = rng.random()
            if place >= AT_END_BELOW:
                start += rng.integers(0, length - room + 1)
            elif place >= AT_START_BELOW:
                start += length - room
        text = self.tokens[start : start + min(length, room)]
        if rng is not None:
            text = self._other_end(row, text, rng)
        if rng is not None and unknown_share:
            text = np.where(rng.random(len(text)) < unknown_share, self.unknown, text)
        return text

    def _other_end(self, row: int, text: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The opinion of a text does not depend on its last full stop, so it is seen both ways."""
        draw = rng.random()
        if len(text) > 1 and text[-1] in self._full_stops and draw < STOP_DROPPED:
            return text[:-1]
        if self._takes_stop[row] and len(text) < MAX_TOKENS - 2 and draw < STOP_ADDED:
            return np.append(text, self._full_stops[0])
        return text

    def _rows(self, is_wanted: Callable[[str], bool]) -> np.ndarray:
        wanted = [i for i, name in enumerate(self._source_names) if is_wanted(name)]
        return np.flatnonzero(np.isin(self._source, wanted))
