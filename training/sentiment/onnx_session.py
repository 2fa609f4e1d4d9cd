"""Opens ONNX files. No other module imports onnxruntime: its telemetry is switched off here."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when the library is loaded

from pathlib import Path  # noqa: E402

import onnx  # noqa: E402
import onnxruntime  # noqa: E402

from shared_modules import EMBEDDINGS  # noqa: E402


def open_classifier(classifier: Path, encoder: Path) -> onnxruntime.InferenceSession:
    """Joins the classifier with the tensors it shares with the encoder, as the service does."""
    model = onnx.load(str(classifier))
    donated = onnx.load(str(encoder)).graph.initializer
    model.graph.initializer.extend(tensor for tensor in donated if tensor.name in EMBEDDINGS)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
