"""Reads texts as the encoders do: the multilingual one by mixed tokenisation, the English one as
WordPiece."""

from pathlib import Path

from tokenizers import Tokenizer

from shared_modules import WORDPIECE_SIZE, MixedTokenizer

SPECIAL_TOKENS = ("[CLS]", "[SEP]", "[PAD]", "[UNK]")


def open_mixed_tokenizer(models: Path) -> MixedTokenizer:
    """models: the folder with `multilingual` and `english`."""
    return MixedTokenizer(
        models / "multilingual" / "tokenizer.json", models / "english" / "tokenizer.json"
    )


def encode_mixed(texts: list[str], models: Path, longest: int) -> tuple[list[list[int]], list[int]]:
    """Ids without special tokens, and the ids of SPECIAL_TOKENS."""
    encoded = open_mixed_tokenizer(models).encode_batch(texts, longest + 2)
    unigram = Tokenizer.from_file(str(models / "multilingual" / "tokenizer.json"))
    special = [unigram.token_to_id(token) + WORDPIECE_SIZE for token in SPECIAL_TOKENS]
    return [ids[1:-1] for ids in encoded], special


def encode_english(
    texts: list[str], models: Path, longest: int
) -> tuple[list[list[int]], list[int]]:
    """Ids without special tokens, and the ids of SPECIAL_TOKENS."""
    tokenizer = Tokenizer.from_file(str(models / "english" / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    encoded = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    special = [tokenizer.token_to_id(token) for token in SPECIAL_TOKENS]
    return [text.ids[:longest] for text in encoded], special
