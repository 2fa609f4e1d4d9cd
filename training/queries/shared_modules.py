"""What is used of `../encoder_parts`, `../multilingual` and `../reader`."""

import sys
from pathlib import Path

# At the end: modules of this folder go before those of the same name there.
TRAINING = Path(__file__).resolve().parents[1]
sys.path += [str(TRAINING / "multilingual"), str(TRAINING / "reader"), str(TRAINING)]

from encoder_parts.layer import HIDDEN, NORM_EPSILON, Layer  # noqa: E402
from encoder_parts.layer_graph import LayerGraph  # noqa: E402
from encoder_parts.smoothing import smoothing_factors as factors_while  # noqa: E402
from made_examples import read_dictionary, translate_questions  # noqa: E402
from mixed_tokenizer import MixedTokenizer  # noqa: E402
from onnx_session import OnnxEncoder  # noqa: E402
from questions import Example, read_questions  # noqa: E402

WRITTEN = TRAINING / "reader" / "written"

__all__ = [
    "HIDDEN",
    "NORM_EPSILON",
    "WRITTEN",
    "Example",
    "Layer",
    "LayerGraph",
    "MixedTokenizer",
    "OnnxEncoder",
    "factors_while",
    "read_dictionary",
    "read_questions",
    "translate_questions",
]
