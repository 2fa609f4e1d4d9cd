"""Writes the weights of a shipped reader as train.py does, rounding undone: a training can begin with
them, be taught by them, or be averaged with them."""

import argparse
from pathlib import Path

import numpy as np
import torch

from model import Reader
from shared_modules import read_arrays
from train import save


def heads_of(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {
        "segment": arrays["segment_table"],
        "span.weight": arrays["span_W"].T,
        "span.bias": arrays["span_bias"],
        "hidden.weight": (arrays["hidden_W"] * arrays["hidden_scale"]).T,
        "hidden.bias": arrays["hidden_bias"],
        "out.weight": arrays["out_W"].T,
        "out.bias": arrays["out_bias"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", type=Path, help="the shipped reader, .onnx")
    parser.add_argument("trunk", type=Path, help="its layers, .npz (encoder_parts/trunk.py)")
    parser.add_argument("out", help="name of the weights")
    arguments = parser.parse_args()
    weights = Reader(np.load(arguments.trunk)).state_dict()
    for name, array in heads_of(read_arrays(arguments.reader)).items():
        weights[name] = torch.tensor(array)
    save(weights, arguments.out)


if __name__ == "__main__":
    main()
