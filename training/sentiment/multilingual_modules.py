"""What is used of `../multilingual`."""

import sys
from pathlib import Path

# At the end: modules of this folder go before those of the same name there.
sys.path.append(str(Path(__file__).resolve().parents[1] / "multilingual"))

from mixed_tokenizer import WORDPIECE_SIZE, MixedTokenizer  # noqa: E402
from quantise import quantise_columns  # noqa: E402

__all__ = ["WORDPIECE_SIZE", "MixedTokenizer", "quantise_columns"]
