"""Trains one classifier from the encoder's layers: a teacher or a student.

A teacher learns from the labels. With --fold it leaves out a quarter of SST-2 and UMSAB, so that
its opinion of those examples is honest. A student (--targets) learns from the teachers'
probabilities, on the sentences of reviews as well.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from dataset import Dataset
from evaluation import measure, probabilities
from model import SentimentModel
from targets import from_labels
from training_loop import Options, add_arguments, start, train_classifier, write_result

FOLDS = 4
FOLDED_GROUPS = ("sst2", "umsab")
# Examples of each group in one step. Windows are up to 254 tokens of a long review.
TEACHER_MIX = {"sst2": 32, "umsab": 48, "neutral": 10, "windows": 24}
STUDENT_MIX = {"sst2": 32, "umsab": 48, "neutral": 10, "windows": 16, "sentences": 96}
# The less a group's labels can be relied on for the text that is read, the more they are smoothed.
SMOOTHING = {"sst2": 0.04, "umsab": 0.1, "neutral": 0.06, "windows": 0.14}
PREDICTED_GROUPS = ("sst2", "umsab", "sentences")


def make_targets(dataset: Dataset, teachers_targets: Path | None) -> np.ndarray:
    targets = np.zeros((len(dataset.labels), 3), np.float32)
    for group, smoothing in SMOOTHING.items():
        rows = dataset.groups[group]
        targets[rows] = from_labels(dataset.labels[rows], smoothing)
    if teachers_targets:
        with np.load(teachers_targets) as file:
            targets[file["rows"]] = file["p"]
    return targets


def groups_without_fold(dataset: Dataset, fold: int | None) -> dict[str, np.ndarray]:
    groups = dict(dataset.groups)
    if fold is not None:
        for name in FOLDED_GROUPS:
            rows = groups[name]
            groups[name] = rows[np.arange(len(rows)) % FOLDS != fold]
    return groups


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--trunk", type=Path, required=True, help="the encoder, .npz (trunk.py)")
    parser.add_argument("--data", type=Path, required=True, help="the examples, .npz (encode.py)")
    parser.add_argument(
        "--out", required=True, help="name of the run: writes NAME.pt, NAME.json, NAME.npz"
    )
    parser.add_argument("--targets", type=Path, help="what the teachers think (combine.py)")
    parser.add_argument("--fold", type=int, choices=range(FOLDS), help="the quarter to leave out")
    parser.add_argument(
        "--english-only", action="store_true", help="for a teacher on the English encoder"
    )
    parser.add_argument(
        "--no-predictions", action="store_true", help="don't write NAME.npz: nobody learns from it"
    )
    parser.add_argument("--dropout", type=float, default=0.1, help="default: %(default)s")
    parser.add_argument(
        "--switched-share",
        type=float,
        default=0.0,
        help="share of words replaced by translations in half of the English texts",
    )
    add_arguments(parser, steps=1500, head_rate=4e-4)
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    device, rng = start(arguments.seed)
    dataset = Dataset(arguments.data, arguments.english_only)
    model = SentimentModel(np.load(arguments.trunk), arguments.dropout).to(device)
    run = Path(arguments.out).name

    def report(step: int, elapsed: float) -> None:
        figures = measure(model, dataset, device)
        shown = {k: v for k, v in figures.items() if "." not in k or "sst" in k}
        print(run, step, f"{elapsed:.0f}s", json.dumps(shown), flush=True)

    train_classifier(
        model,
        dataset,
        make_targets(dataset, arguments.targets),
        groups_without_fold(dataset, arguments.fold),
        STUDENT_MIX if arguments.targets else TEACHER_MIX,
        Options(
            steps=arguments.steps,
            seconds=arguments.seconds,
            layer_rate=arguments.layer_rate,
            head_rate=arguments.head_rate,
            rate_decay=arguments.rate_decay,
            unknown_share=arguments.unknown_share,
            switched_share=arguments.switched_share,
            report_every=1500,
            device=device,
        ),
        rng,
        report,
    )
    figures = measure(model, dataset, device)
    print(run, json.dumps(figures), flush=True)
    write_result(arguments.out, model, figures)
    if not arguments.no_predictions:
        rows = np.concatenate([dataset.groups[group] for group in PREDICTED_GROUPS])
        opinions = probabilities(model, dataset, rows, device)
        np.savez(arguments.out + ".npz", rows=rows, p=opinions.astype(np.float16))


if __name__ == "__main__":
    main()
