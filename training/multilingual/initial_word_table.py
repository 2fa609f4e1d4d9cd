"""Makes the first word table of the Unigram pieces: E·W + b + D, so that training starts from known
meanings.

E: the mean of multilingual BERT's input vectors over the piece's own tokens; frozen. W, b: a ridge
regression from multilingual BERT's input vectors to bge-small's, over the words that both
vocabularies spell shortly. D: zero, except for pieces that are words of bge-small's themselves,
which start as those (train.py).

Output (.npz): vectors int8 [pieces, 768] and vector_scales [pieces] (E); projection [768, 384] and
bias [384] (W, b); wordpiece [pieces], the WordPiece id of the same word or -1; cuts uint16 [pieces,
4] and cut_lengths [pieces], another way to cut each piece into smaller ones (second_cuts.py).
"""

import argparse
import json
import unicodedata
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from mixed_tokenizer import WORD_MARK
from second_cuts import second_cuts

SPECIAL_TOKENS = 5
# bge-small's first ids are special tokens, unused ones and single characters.
FIRST_WORD = 999
# mBERT's first ids likewise; the mean of the others stands for what it cannot spell.
FIRST_MBERT_WORD = 1000
MOST_TOKENS_FOR_REGRESSION = 2
WEIGHT_OF_TWO_TOKENS = 0.4
RIDGE = 3.0


class MultilingualBert:
    """The input vectors of multilingual BERT (cased) and its tokenisation."""

    def __init__(self, vectors: np.ndarray, vocabulary: list[str]):
        self.vectors = vectors
        self.ids = {token: i for i, token in enumerate(vocabulary)}
        self.mean = np.asarray(vectors[FIRST_MBERT_WORD:]).mean(0)

    def shortest_cuts(self, text: str, starts_word: bool) -> list[list[int]]:
        """The shortest cuts over the forms of the text: mBERT's tokens have capitals."""
        forms = [text]
        if starts_word:
            forms += sorted({text.capitalize(), text.upper()} - {text})
        cuts = [cut for cut in (self._cut(form, starts_word) for form in forms) if cut]
        fewest = min(map(len, cuts), default=0)
        return [cut for cut in cuts if len(cut) == fewest][:2]

    def vector(self, cuts: list[list[int]]) -> np.ndarray:
        return np.mean([self.vectors[cut].mean(0) for cut in cuts], 0)

    def _cut(self, text: str, starts_word: bool) -> list[int]:
        """Ideographs and punctuation stand alone; the rest are words."""
        tokens: list[int] = []
        word = ""
        for character in text:
            if _stands_alone(character):
                tokens += self._cut_word(word, starts_word)
                tokens += [self.ids[character]] if character in self.ids else []
                word, starts_word = "", True
            else:
                word += character
        return tokens + self._cut_word(word, starts_word)

    def _cut_word(self, word: str, starts_word: bool) -> list[int]:
        if not word:
            return []
        cut = self._greedy(word, starts_word) or self._greedy(word, True)
        if cut is not None:
            return cut
        characters = (self._greedy(c, True) or self._greedy(c, False) or [] for c in word)
        return [token for tokens in characters for token in tokens]

    def _greedy(self, word: str, starts_word: bool) -> list[int] | None:
        tokens: list[int] = []
        start = 0
        while start < len(word):
            prefix = "" if start == 0 and starts_word else "##"
            for end in range(len(word), start, -1):
                if prefix + word[start:end] in self.ids:
                    tokens.append(self.ids[prefix + word[start:end]])
                    start = end
                    break
            else:
                return None
        return tokens


def _stands_alone(character: str) -> bool:
    is_ideograph = "\u4e00" <= character <= "\u9fff" or "\u3400" <= character <= "\u4dbf"
    is_sign = not character.isalnum() and unicodedata.category(character)[0] in "PSZ"
    return is_ideograph or is_sign


def same_wordpiece(text: str, starts_word: bool, wordpieces: dict[str, int]) -> int:
    """The WordPiece id that stands for the same text, or -1."""
    if not text.isascii() and len(text) > 1:
        return -1
    id = wordpieces.get(text if starts_word or not text.isalnum() else "##" + text)
    # Behind a bracket or a hyphen a whole word has no word mark either.
    if id is None and not starts_word and text.isascii() and text.isalnum() and len(text) >= 3:
        id = wordpieces.get(text)
    return id if id is not None and id >= FIRST_WORD else -1


def piece_vectors(
    pieces: list[str], mbert: MultilingualBert, wordpieces: dict[str, int]
) -> tuple[np.ndarray, np.ndarray]:
    """E and the WordPiece id of each piece."""
    vectors = np.zeros((len(pieces), mbert.vectors.shape[1]), np.float32)
    same = np.full(len(pieces), -1, np.int32)
    for i, piece in enumerate(pieces):
        if i < SPECIAL_TOKENS:
            vectors[i], same[i] = mbert.vectors[mbert.ids[piece]], wordpieces[piece]
            continue
        starts_word = piece.startswith(WORD_MARK)
        text = piece.lstrip(WORD_MARK) if starts_word else piece
        cuts = mbert.shortest_cuts(text, starts_word) if text else []
        vectors[i] = mbert.vector(cuts) if cuts else mbert.mean
        if text:
            same[i] = same_wordpiece(text, starts_word, wordpieces)
    return vectors, same


def fit_projection(
    mbert: MultilingualBert, wordpieces: dict[str, int], table: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """W and b: ridge regression from mBERT's vectors to bge-small's over common words."""
    inputs, outputs, weights = [], [], []
    for token, id in wordpieces.items():
        if id < FIRST_WORD or not token.isascii():
            continue
        cuts = mbert.shortest_cuts(token.removeprefix("##"), not token.startswith("##"))
        if not cuts or len(cuts[0]) > MOST_TOKENS_FOR_REGRESSION:
            continue
        inputs.append(mbert.vector(cuts))
        outputs.append(table[id])
        weights.append(1.0 if len(cuts[0]) == 1 else WEIGHT_OF_TWO_TOKENS)
    x, y, weight = np.array(inputs), np.array(outputs), np.array(weights)[:, None]
    mean_x, mean_y = ((values * weight).sum(0) / weight.sum() for values in (x, y))
    x, y = x - mean_x, y - mean_y
    covariance = (x * weight).T @ x + RIDGE * np.eye(x.shape[1])
    projection = np.linalg.solve(covariance, (x * weight).T @ y)
    explained = 1 - ((x @ projection - y) ** 2).sum() / (y**2).sum()
    print(f"projection from {len(x)} words, explains {explained:.3f} of their variance")
    return projection.astype(np.float32), (mean_y - mean_x @ projection).astype(np.float32)


def load_table(path: Path) -> np.ndarray:
    weights = load_file(path)
    name = next(name for name in weights if name.endswith("embeddings.word_embeddings.weight"))
    return weights[name].astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--mbert", type=Path, required=True, help="multilingual BERT, .safetensors")
    parser.add_argument("--mbert-vocabulary", type=Path, required=True, help="its vocab.txt")
    parser.add_argument("--unigram", type=Path, required=True, help="tokenizer.json, multilingual")
    parser.add_argument("--wordpiece", type=Path, required=True, help="tokenizer.json, bge-small")
    parser.add_argument("--bge", type=Path, required=True, help="bge-small, .safetensors")
    parser.add_argument("--output", type=Path, required=True, help="file to write, .npz")
    arguments = parser.parse_args()

    def vocabulary(path: Path):
        return json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]

    tokens = arguments.mbert_vocabulary.read_text(encoding="utf-8").rstrip("\n").split("\n")
    mbert = MultilingualBert(load_table(arguments.mbert), tokens)
    unigram, wordpieces = vocabulary(arguments.unigram), vocabulary(arguments.wordpiece)
    vectors, same = piece_vectors([piece for piece, _ in unigram], mbert, wordpieces)
    projection, bias = fit_projection(mbert, wordpieces, load_table(arguments.bge))
    cuts, cut_lengths = second_cuts(unigram)
    scales = np.maximum(np.abs(vectors).max(1), 1e-8) / 127
    np.savez(
        arguments.output,
        vectors=np.rint(vectors / scales[:, None]).astype(np.int8),
        vector_scales=scales.astype(np.float32),
        projection=projection,
        bias=bias,
        wordpiece=same,
        cuts=cuts,
        cut_lengths=cut_lengths,
    )
    print(int((same >= 0).sum()), "pieces are words of bge-small's;", end=" ")
    print(int((cut_lengths > 0).sum()), "have a second cut")


if __name__ == "__main__":
    main()
