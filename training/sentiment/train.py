"""Trains one classifier from the encoder's layers: a teacher or a student.

A teacher learns from the labels. With --fold it leaves out a quarter of the labelled examples, so
that its opinion of those is honest. A student (--targets) learns from the teachers' probabilities,
on the sentences of reviews and on translations as well.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from corpus_shifts import CorpusShifts
from dataset import SOCIAL, Dataset
from evaluation import measure, probabilities
from folds import FOLDS, leave_out_fold
from model import SentimentModel
from targets import from_labels
from training_loop import Options, add_arguments, start, train_classifier, write_result

# Examples of each group in one step. Windows are up to 254 tokens of a long review.
# fmt: off
ENGLISH_TEACHER_MIX = {
    "sst2": 32, "umsab": 48, "neutral": 10, "windows": 24, "written": 8, "goemotions": 24,
}
TEACHER_MIX = {
    **ENGLISH_TEACHER_MIX, "written": 20, "th": 16, "ko": 16,
    "hinglish": 16, "spanglish": 16, "afrisenti": 16, "brighter": 20, "goemotions": 16,
}
# Most translations are neutral and few are positive, so each class is a group of its own.
STUDENT_MIX = {
    "sst2": 32, "umsab": 48, "neutral": 10, "windows": 16, "sentences": 64, "english": 16,
    "pairs.negative": 34, "pairs.neutral": 44, "pairs.positive": 34, "th": 16, "ko": 24,
    "written": 28, "hinglish": 12, "spanglish": 14, "afrisenti": 14, "brighter": 20,
    "goemotions": 20,
}
# fmt: on
# The less a group's labels can be relied on for the text that is read, the more they are smoothed.
SMOOTHING = {
    "sst2": 0.04,
    "umsab": 0.1,
    "neutral": 0.06,
    "written": 0.06,
    "windows": 0.14,
    "th": 0.12,
    "ko": 0.12,
    **dict.fromkeys(SOCIAL, 0.1),
}
CLASSES = ("negative", "neutral", "positive")


def make_targets(dataset: Dataset, teachers_targets: Path | None) -> np.ndarray:
    targets = np.zeros((len(dataset.labels), 3), np.float32)
    for group, smoothing in SMOOTHING.items():
        rows = dataset.groups[group]
        targets[rows] = from_labels(dataset.labels[rows], smoothing)
    if teachers_targets:
        with np.load(teachers_targets) as file:
            targets[file["rows"]] = file["p"]
    return targets


def pairs_by_class(pairs: np.ndarray, targets: np.ndarray) -> dict[str, np.ndarray]:
    likeliest = targets[pairs].argmax(1)
    return {f"pairs.{name}": pairs[likeliest == c] for c, name in enumerate(CLASSES)}


def start_from(model: SentimentModel, path: Path) -> None:
    with np.load(path) as weights:
        model.load_state_dict(
            {name: torch.from_numpy(weights[name].astype(np.float32)) for name in weights.files}
        )


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
        "--learn-words", action="store_true", help="train the word embeddings too; for a teacher"
    )
    parser.add_argument(
        "--switched-share",
        type=float,
        default=0.0,
        help="share of words replaced by translations in half of the English texts",
    )
    parser.add_argument(
        "--mix",
        nargs="*",
        default=[],
        metavar="GROUP=COUNT",
        help="examples of a group in one step, where another number is wanted",
    )
    parser.add_argument("--start", type=Path, help="weights to start from (average_runs.py)")
    add_arguments(parser, steps=1500, head_rate=4e-4)
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    device, rng = start(arguments.seed)
    dataset = Dataset(arguments.data, arguments.english_only)
    model = SentimentModel(np.load(arguments.trunk), arguments.dropout, arguments.learn_words)
    if arguments.start:
        start_from(model, arguments.start)
    model.to(device)
    # A student's targets are the teachers' opinions, which have no shift.
    shifts = None if arguments.targets else CorpusShifts(len(SOCIAL)).to(device)
    run = Path(arguments.out).name
    targets = make_targets(dataset, arguments.targets)
    groups, left_out = leave_out_fold(dataset.groups, arguments.fold)
    mix = ENGLISH_TEACHER_MIX if arguments.english_only else TEACHER_MIX
    if arguments.targets:
        groups.update(pairs_by_class(groups["pairs"], targets))
        # After a few steps of a trial the teachers may see but one class.
        mix = {g: n for g, n in STUDENT_MIX.items() if len(groups[g]) or "pairs" not in g}
        print(run, {g: len(groups[g]) for g in mix}, flush=True)
    mix = {**mix, **{group: int(count) for group, count in (m.split("=") for m in arguments.mix)}}

    def report(step: int, elapsed: float) -> None:
        figures = measure(model, dataset, device)
        shown = {k: v for k, v in figures.items() if not k.startswith("val.")}
        print(run, step, f"{elapsed:.0f}s", json.dumps(shown), flush=True)

    train_classifier(
        model,
        dataset,
        targets,
        groups,
        mix,
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
        shifts,
    )
    figures = measure(model, dataset, device)
    print(run, json.dumps(figures), flush=True)
    write_result(arguments.out, model, figures)
    if not arguments.no_predictions:
        unlabelled = [dataset.groups[group] for group in ("sentences", "english", *SOCIAL)]
        rows = np.concatenate([left_out, *unlabelled])
        opinions = probabilities(model, dataset, rows, device)
        np.savez(arguments.out + ".npz", rows=rows, p=opinions.astype(np.float16))


if __name__ == "__main__":
    main()
