"""Averages the weights of trainings that began with the same layers and the same head."""

import argparse
from pathlib import Path

import numpy as np

from model import load_weights
from train import save_arrays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", help="name of the weights")
    parser.add_argument("names", nargs="+", type=Path, help="the names that they were given")
    arguments = parser.parse_args()
    trained = [
        load_weights(sorted(name.parent.glob(f"{name.name}-[0-9].npz"))) for name in arguments.names
    ]
    average = {
        key: np.mean([weights[key] for weights in trained], axis=0).astype(np.float16)
        for key in trained[0]
    }
    save_arrays(average, arguments.out)


if __name__ == "__main__":
    main()
