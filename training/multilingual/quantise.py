"""Rounds weights to 8 bits."""

import numpy as np

# Clipping the largest weights of a column a little can make the others more exact.
CLIPS = (1.0, 0.96, 0.92, 0.88, 0.84)


def quantise_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A word table: int8 [rows, width] and a scale per row [rows, 1]."""
    scales = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    return np.clip(np.rint(table / scales), -127, 127).astype(np.int8), scales.astype(np.float32)


def quantise_columns(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A matrix [in, out]: int8 and a scale per column, by the clip with the least error."""
    largest = np.maximum(np.abs(matrix).max(0), 1e-8)
    best_error = np.full(matrix.shape[1], np.inf)
    best_scales = np.zeros(matrix.shape[1], np.float32)
    best = np.zeros(matrix.shape, np.int8)
    for clip in CLIPS:
        scales = (largest * clip / 127).astype(np.float32)
        rounded = np.clip(np.rint(matrix / scales), -127, 127)
        error = ((rounded * scales - matrix) ** 2).sum(0)
        better = error < best_error
        best_error[better], best_scales[better] = error[better], scales[better]
        best[:, better] = rounded[:, better].astype(np.int8)
    return best, best_scales
