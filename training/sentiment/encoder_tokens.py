"""Reads texts as the encoders do: the multilingual one by mixed tokenisation, the English one as
WordPiece."""

from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from shared_modules import WORDPIECE_SIZE, MixedTokenizer

SPECIAL_TOKENS = ("[CLS]", "[SEP]", "[PAD]", "[UNK]")
# The first is the one that is added to a text without.
FULL_STOPS = (".", "。", "।", "۔")


def open_mixed_tokenizer(models: Path) -> MixedTokenizer:
    """models: the folder with `multilingual` and `english`."""
    return MixedTokenizer(
        models / "multilingual" / "tokenizer.json", models / "english" / "tokenizer.json"
    )


@dataclass
class Encoded:
    """Ids without special tokens, the ids of SPECIAL_TOKENS, and of the FULL_STOPS that there are."""

    texts: list[list[int]]
    special: list[int]
    full_stops: list[int]


def encode_mixed(texts: list[str], models: Path, longest: int) -> Encoded:
    encoded = open_mixed_tokenizer(models).encode_batch(texts, longest + 2)
    unigram = Tokenizer.from_file(str(models / "multilingual" / "tokenizer.json"))
    special = [unigram.token_to_id(token) + WORDPIECE_SIZE for token in SPECIAL_TOKENS]
    stops = [id + WORDPIECE_SIZE for id in _full_stops(unigram)]
    return Encoded([ids[1:-1] for ids in encoded], special, stops)


def encode_english(texts: list[str], models: Path, longest: int) -> Encoded:
    tokenizer = Tokenizer.from_file(str(models / "english" / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    encoded = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    special = [tokenizer.token_to_id(token) for token in SPECIAL_TOKENS]
    return Encoded([text.ids[:longest] for text in encoded], special, _full_stops(tokenizer))


def _full_stops(tokenizer: Tokenizer) -> list[int]:
    ids = (tokenizer.token_to_id(mark) for mark in FULL_STOPS)
    return [id for id in ids if id is not None]
