"""Measures every average of the runs' weights and keeps the best three, in fp16.

Each is written in two files (layers 0–2, the rest), which stay small enough to be copied around.
"""

import argparse
import itertools
import json
from pathlib import Path

import numpy as np
import torch

from dataset import Dataset
from evaluation import measure
from model import SentimentModel

KEPT = 3
LOW_LAYERS = ("layers.0", "layers.1", "layers.2")
SHOWN = ("sst2.dev", "sst2.dev.3", "umsab", "other", "everyday", "written", "imdb.held.3")


def score(figures: dict[str, float], languages: list[str]) -> float:
    """What decides: SST-2 and UMSAB, then the languages without labelled examples."""
    own_sentences = 0.3 * figures["other"] + 0.2 * figures["everyday"] + 0.3 * figures["written"]
    labelled = sum(0.25 * figures[language] for language in languages)
    return figures["sst2.dev.3"] + figures["umsab"] + own_sentences + labelled


def write_halves(weights: dict[str, torch.Tensor], output: Path, rank: int) -> None:
    half = {name: tensor.half().cpu().numpy() for name, tensor in weights.items()}
    low = {name: array for name, array in half.items() if name.startswith(LOW_LAYERS)}
    high = {name: array for name, array in half.items() if name not in low}
    np.savez(output / f"best{rank}-low.npz", **low)
    np.savez(output / f"best{rank}-high.npz", **high)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (encode.py)")
    parser.add_argument("output", type=Path, help="folder to write to")
    parser.add_argument("runs", nargs="+", help="names of runs of train.py")
    arguments = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    dataset = Dataset(arguments.data)
    languages = list(dataset.held_out_languages)
    model = SentimentModel(np.load(arguments.trunk)).to(device)
    weights = {run: torch.load(run + ".pt", map_location=device) for run in arguments.runs}
    found = []
    for size in range(1, len(arguments.runs) + 1):
        for group in itertools.combinations(arguments.runs, size):
            mean = {
                name: sum(weights[run][name] for run in group) / size for name in weights[group[0]]
            }
            model.load_state_dict(mean)
            figures = measure(model, dataset, device)
            name = "+".join(group)
            found.append((score(figures, languages), name, mean, figures))
            print(name, {key: figures[key] for key in (*SHOWN, *languages)}, flush=True)

    best = sorted(found, key=lambda result: -result[0])[:KEPT]
    for rank, (_, name, mean, figures) in enumerate(best):
        write_halves(mean, arguments.output, rank)
        print("kept", rank, name, json.dumps(figures))
    with open(arguments.output / "best0.json", "w") as file:
        json.dump({"name": best[0][1], **best[0][3]}, file)


if __name__ == "__main__":
    main()
