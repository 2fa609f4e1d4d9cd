"""Measures a reader on the kept tenth: how often its likeliest span touches an answer, and how well it
tells passages with an answer from those without (area under the ROC curve), by language or by kind.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from dataset import Dataset
from model import Reader, load_reader

LONGEST_ANSWER = 40
TOKENS = 16_384
LEAST_EXAMPLES = 40


@torch.no_grad()
def read(model: Reader, dataset: Dataset, rows: np.ndarray) -> dict[str, np.ndarray]:
    """By row, in the order of reading: logit, whether the best span touches the answer."""
    result: dict[str, list[np.ndarray]] = {"row": [], "logit": [], "hit": []}
    device = next(model.parameters()).device.type
    for batch in dataset.batches(rows, TOKENS):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            outputs = model(batch.to(device).packed)
        start, end, answerable = (output.cpu() for output in outputs)
        result["hit"].append(
            np.array(
                [
                    _touches(start[first:past], end[first:past], (begin - first, last - first))
                    for first, past, begin, last in zip(
                        *(
                            t.tolist()
                            for t in (batch.packed.borders[:-1], batch.packed.borders[1:])
                        ),
                        *(t.tolist() for t in (batch.start, batch.end)),
                    )
                ]
            )
        )
        result["row"].append(batch.rows)
        result["logit"].append(answerable.numpy())
    return {name: np.concatenate(parts) for name, parts in result.items()}


def _touches(start: torch.Tensor, end: torch.Tensor, answer: tuple[int, int]) -> bool:
    """Whether the likeliest span of a text has a token of the answer, whose place may be negative."""
    scores = start[:, None] + end[None]
    allowed = torch.ones_like(scores).triu().tril(LONGEST_ANSWER - 1).bool()
    scores = scores.masked_fill(~allowed, -torch.inf)
    first, last = divmod(int(scores.argmax()), len(start))
    return answer[0] >= 0 and first <= answer[1] and last >= answer[0]


def area_under_curve(logits: np.ndarray, wanted: np.ndarray) -> float:
    ranks = np.empty(len(logits))
    ranks[np.argsort(logits)] = np.arange(1, len(logits) + 1)
    positive = wanted.sum()
    negative = len(wanted) - positive
    if not positive or not negative:
        return float("nan")
    return (ranks[wanted].sum() - positive * (positive + 1) / 2) / (positive * negative)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (prepare.py)")
    parser.add_argument("weights", type=Path, nargs="+", help="the .npz files of train.py")
    parser.add_argument("--every", type=int, default=1, help="take every n-th example")
    arguments = parser.parse_args()
    dataset = Dataset(arguments.data)
    model = load_reader(arguments.trunk, arguments.weights)
    model.to("cuda" if torch.cuda.is_available() else "cpu")
    rows = np.flatnonzero(dataset.kept)[:: arguments.every]
    figures = read(model, dataset, rows)
    columns = {
        name: dataset.columns[name][figures["row"]] for name in ("kind", "set", "language", "start")
    }
    wanted = columns["start"] >= 0
    print(
        f"all: hits {figures['hit'][wanted].mean():.3f}, area {area_under_curve(figures['logit'], wanted):.3f}"
    )
    for column, names in (("kind", "kinds"), ("language", "languages"), ("set", "sets")):
        for number, name in enumerate(dataset.columns[names]):
            chosen = columns[column] == number
            if chosen.sum() < LEAST_EXAMPLES:
                continue
            hits = figures["hit"][chosen & wanted]
            area = area_under_curve(figures["logit"][chosen], wanted[chosen])
            print(
                f"{column} {name}: {chosen.sum()} examples, hits {hits.mean() if len(hits) else 0:.3f}, area {area:.3f}"
            )


if __name__ == "__main__":
    main()
