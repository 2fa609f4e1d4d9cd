"""Averages runs of train.py, and goes only part of the way from the encoder to their average.

What all texts need is learnt early; the rest is mostly about the texts of the training, which others pay
for (WiSE-FT, https://arxiv.org/abs/2109.01903). Halfway keeps the first and gives up much of the second.
"""

import argparse
from pathlib import Path

import numpy as np

from model import QueryEncoder

SHARE = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .npz")
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("runs", type=Path, nargs="+", help="the files of train.py")
    parser.add_argument(
        "--share", type=float, default=SHARE, help="of the runs; the encoder has the rest"
    )
    arguments = parser.parse_args()
    runs = [np.load(path) for path in arguments.runs]
    encoder = QueryEncoder(np.load(arguments.trunk)).state_dict()
    mixed = {}
    for name, tensor in encoder.items():
        trained = np.mean([run[name].astype(np.float32) for run in runs], 0)
        mixed[name] = (1 - arguments.share) * tensor.numpy() + arguments.share * trained
    np.savez(arguments.output, **{name: array.astype(np.float16) for name, array in mixed.items()})


if __name__ == "__main__":
    main()
