"""What is used of `../encoder_parts` and `../multilingual`."""

import sys
from pathlib import Path

# At the end: modules of this folder go before those of the same name there.
TRAINING = Path(__file__).resolve().parents[1]
sys.path += [str(TRAINING / "multilingual"), str(TRAINING)]

from encoder_parts.layer import HIDDEN, NORM_EPSILON, Layer, compile_layers  # noqa: E402
from encoder_parts.layer_graph import LayerGraph  # noqa: E402
from encoder_parts.smoothing import smoothing_factors as factors_while  # noqa: E402
from encoder_parts.trunk import EMBEDDINGS, read_arrays  # noqa: E402
from mixed_tokenizer import WORDPIECE_SIZE, MixedTokenizer  # noqa: E402

__all__ = [
    "EMBEDDINGS",
    "HIDDEN",
    "NORM_EPSILON",
    "WORDPIECE_SIZE",
    "Layer",
    "LayerGraph",
    "MixedTokenizer",
    "compile_layers",
    "factors_while",
    "read_arrays",
]
