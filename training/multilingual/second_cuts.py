"""Finds, for each Unigram piece, the likeliest way to spell it with two to four other pieces.

Training now and then reads a piece by its second cut (subword regularisation), so that rare
spellings, which fall into small pieces, are understood too.
"""

import numpy as np

from mixed_tokenizer import WORD_MARK

SPECIAL_TOKENS = 5
LONGEST_PIECE = 16
MOST_PARTS = 4
# A word mark by itself is allowed, but not liked.
BARE_MARK_PENALTY = 3.0

Vocabulary = list[tuple[str, float]]  # pieces and their log probabilities


def second_cuts(vocabulary: Vocabulary) -> tuple[np.ndarray, np.ndarray]:
    """Returns parts uint16 [pieces, 4] and how many of them count (0: there is no second cut)."""
    ids = {piece: i for i, (piece, _) in enumerate(vocabulary) if i >= SPECIAL_TOKENS}
    scores = [score for _, score in vocabulary]
    parts = np.zeros((len(vocabulary), MOST_PARTS), np.uint16)
    lengths = np.zeros(len(vocabulary), np.uint8)
    for piece, i in ids.items():
        cut = _best_cut(piece, ids, scores)
        if cut is not None:
            parts[i, : len(cut)] = cut
            lengths[i] = len(cut)
    return parts, lengths


def _best_cut(piece: str, ids: dict[str, int], scores: list[float]) -> list[int] | None:
    """Viterbi over the piece's characters, without the piece itself."""
    best: list[tuple[float, list[int]] | None] = [None] * (len(piece) + 1)
    best[0] = (0.0, [])
    for end in range(1, len(piece) + 1):
        for start in range(max(0, end - LONGEST_PIECE), end):
            before, part = best[start], ids.get(piece[start:end])
            if before is None or part is None or len(before[1]) == MOST_PARTS:
                continue
            if end - start == len(piece):
                continue
            score = before[0] + scores[part]
            if piece[start:end] == WORD_MARK and start == 0 and len(piece) > 2:
                score -= BARE_MARK_PENALTY
            if best[end] is None or score > best[end][0]:
                best[end] = (score, before[1] + [part])
    return best[-1][1] if best[-1] else None
