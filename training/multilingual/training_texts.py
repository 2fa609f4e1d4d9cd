"""Arranges all texts of a training: their tokens, their targets, and groups with shares."""

from dataclasses import dataclass

import numpy as np

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
# The English of all joined passages gives targets, but only this share of it is read.
ENGLISH_OF_JOINED = 1 / 3


@dataclass
class Group:
    """Texts that are drawn alike.

    starts, lengths: where each text lies in the flat tokens; targets: rows of the target vectors;
    weights: how often a text is read per pass; share: of the texts that are drawn.
    """

    name: str
    starts: np.ndarray
    lengths: np.ndarray
    targets: np.ndarray
    weights: np.ndarray
    share: float = 0.0


@dataclass
class Region:
    """Texts of one reading in the flat tokens; the fields are as in Group."""

    starts: np.ndarray
    lengths: np.ndarray
    targets: np.ndarray
    weights: np.ndarray

    def group(self, name: str, rows: np.ndarray) -> Group:
        arrays = (self.starts, self.lengths, self.targets, self.weights)
        return Group(name, *(array[rows] for array in arrays))


class TrainingTexts:
    """Target rows are the English texts, then the English of the joined passages."""

    def __init__(
        self,
        corpus: Corpus,
        joined: JoinedPassages,
        source_weights: dict[str, float],
        language_exponent: float,
        rng: np.random.Generator,
    ):
        self._corpus, self._joined = corpus, joined
        self._weight_of_source = weights_by_source(corpus.sources, source_weights)
        self._language_exponent = language_exponent
        self._parts: list[np.ndarray] = []
        self._size = 0
        self.groups: list[Group] = []
        self._add_english()
        self._add_pairs()
        self._add_joined()
        self.tokens = np.concatenate(self._parts)
        # A joined passage never equals another text.
        hashes = rng.integers(0, 2**63, len(joined.language)).astype(np.uint64)
        self.target_hashes = np.concatenate([corpus.english_hash, hashes]).astype(np.int64)

    def _add_english(self) -> None:
        """English in both readings; bge-small reads the WordPiece one to give the targets."""
        corpus, joined = self._corpus, self._joined
        texts, passages = len(corpus.english.lengths), len(joined.language)
        weights = np.concatenate([self._weight_of_source[corpus.english_source], np.ones(passages)])
        is_long = corpus.english.lengths >= LONG_TEXT
        some_passages = texts + np.arange(int(passages * ENGLISH_OF_JOINED))
        share = JOINED_SHARE_OF_LONG_ENGLISH
        for reading, sources in (
            ("wordpiece", (corpus.english, joined.english)),
            ("mixed", (corpus.english_mixed, joined.english_mixed)),
        ):
            starts = np.concatenate([self._place(source) for source in sources])
            lengths = np.concatenate([source.lengths for source in sources])
            region = Region(starts, lengths, np.arange(texts + passages), weights)
            short = region.group(f"english:{reading}", np.flatnonzero(~is_long))
            long = region.group(f"english:long:{reading}", np.flatnonzero(is_long))
            read = region.group(f"english:joined:{reading}", some_passages)
            self._share_out(f"english_{reading}", [(1.0, short)])
            self._share_out(f"english_long_{reading}", [(1 - share, long), (share, read)])
            if reading == "wordpiece":
                self.target_starts, self.target_lengths = starts, lengths

    def _add_pairs(self) -> None:
        corpus = self._corpus
        # Code-switched texts have a source of their own, of weight 1.
        weights = self._weight_of_source[corpus.pair_source]
        lengths = corpus.foreign.lengths
        region = Region(self._place(corpus.foreign), lengths, corpus.pair_english, weights)
        is_long, is_switched = lengths >= LONG_TEXT, corpus.is_code_switched
        for kind, is_wanted in (("short", ~is_long), ("long", is_long)):
            rows = np.flatnonzero(is_wanted & ~is_switched)
            self._share_out(kind, self._by_language(kind, region, rows, corpus.pair_language))
        switched = region.group("code_switched", np.flatnonzero(is_switched))
        self._share_out("code_switched", [(1.0, switched)])

    def _add_joined(self) -> None:
        joined = self._joined
        rows = np.arange(len(joined.language))
        targets = len(self._corpus.english.lengths) + rows
        starts, lengths = self._place(joined.foreign), joined.foreign.lengths
        region = Region(starts, lengths, targets, np.ones(len(rows)))
        self._share_out("joined", self._by_language("joined", region, rows, joined.language))

    def _place(self, texts: Texts) -> np.ndarray:
        """Appends the texts' tokens to the flat ones. Returns where each text starts."""
        starts = self._size + texts.starts
        self._parts.append(np.asarray(texts.tokens, np.int32))
        self._size += len(texts.tokens)
        return starts

    def _by_language(
        self, kind: str, region: Region, rows: np.ndarray, language: np.ndarray
    ) -> list[tuple[float, Group]]:
        """A group per language; the exponent makes small languages count more."""
        groups = []
        for number in np.unique(language[rows]):
            name = self._corpus.languages[number]
            group = region.group(f"{kind}:{name}", rows[language[rows] == number])
            size = max(float((group.weights * group.lengths).sum()), 1)
            groups.append((raise_of(name) * size**self._language_exponent, group))
        return groups

    def _share_out(self, kind: str, groups: list[tuple[float, Group]]) -> None:
        """Divides a kind's share of the tokens, and makes it a share of the texts."""
        filled = [(weight, group) for weight, group in groups if len(group.starts)]
        total = sum(weight for weight, _ in filled)
        for weight, group in filled:
            mean_length = float(np.average(group.lengths, weights=group.weights))
            group.share = TOKEN_SHARES[kind] * weight / total / mean_length
            self.groups.append(group)
