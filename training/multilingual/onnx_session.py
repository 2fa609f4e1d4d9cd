"""Runs encoders from ONNX files. No other module imports onnxruntime: its telemetry is off here."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when the library is loaded

from collections.abc import Iterable, Sequence  # noqa: E402
from pathlib import Path  # noqa: E402

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402


class OnnxEncoder:
    def __init__(self, path: Path, threads: int = 2):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )

    def encode(self, texts: Iterable[Sequence[int]]) -> np.ndarray:
        """Each text alone: activations are rounded per call, so a batch changes vectors."""
        return np.concatenate([self._encode_one(ids) for ids in texts])

    def _encode_one(self, ids: Sequence[int]) -> np.ndarray:
        batch = np.array([ids], np.int64)
        inputs = {"input_ids": batch, "attention_mask": np.ones_like(batch)}
        return self._session.run(["sentence_embedding"], inputs)[0]
