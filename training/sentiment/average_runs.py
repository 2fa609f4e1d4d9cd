"""Averages the weights of runs of train.py and measures the average.

Averages work because all runs start from the same layers and the same head.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from dataset import Dataset
from evaluation import measure
from model import SentimentModel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .npz, in fp16")
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (encode.py)")
    parser.add_argument("runs", nargs="+", help="names of runs of train.py")
    arguments = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights = [torch.load(run + ".pt", map_location=device) for run in arguments.runs]
    mean = {name: sum(of_run[name] for of_run in weights) / len(weights) for name in weights[0]}
    np.savez(arguments.output, **{name: t.half().cpu().numpy() for name, t in mean.items()})

    model = SentimentModel(np.load(arguments.trunk)).to(device)
    model.load_state_dict(mean)
    figures = measure(model, Dataset(arguments.data), device)
    print("+".join(Path(run).name for run in arguments.runs), json.dumps(figures))


if __name__ == "__main__":
    main()
