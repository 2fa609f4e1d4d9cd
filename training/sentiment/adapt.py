"""Teaches the shipped classifier more languages, from translations.

What the classifier thinks of an English sentence is the target of its translation. Its own labelled
examples, whose targets are half its present opinion, keep it from forgetting. Labelled Thai and
Korean texts are new to it.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from dataset import Dataset
from evaluation import measure, probabilities
from model import SentimentModel
from shipped import load_shipped
from targets import from_labels, weigh_by_review
from training_loop import Options, add_arguments, start, train_classifier, write_result

# fmt: off
MIX = {
    "sst2": 32, "umsab": 48, "neutral": 10, "windows": 16, "sentences": 64,
    "pairs": 112, "english": 16, "th": 16, "ko": 16,
}
# fmt: on
SMOOTHING = {"neutral": 0.06, "windows": 0.14, "th": 0.12, "ko": 0.12}
# Most sentences of the pairs are neutral and few are positive: the classes are evened out to these
# shares.
CLASS_SHARES = (0.3, 0.4, 0.3)


def make_targets(model: SentimentModel, dataset: Dataset, device: str) -> np.ndarray:
    """[texts, 3], from the classifier as it is now."""
    targets = np.zeros((len(dataset.labels), 3), np.float32)
    groups, labels = dataset.groups, dataset.labels

    def opinions(group: str) -> np.ndarray:
        return probabilities(model, dataset, groups[group], device)

    for group, smoothing in SMOOTHING.items():
        targets[groups[group]] = from_labels(labels[groups[group]], smoothing)
    for group in ("sst2", "umsab"):
        certain = from_labels(labels[groups[group]], 0.0)
        targets[groups[group]] = 0.5 * opinions(group) + 0.5 * certain
    sentences = groups["sentences"]
    targets[sentences] = weigh_by_review(opinions("sentences"), labels[sentences])
    targets[groups["english"]] = opinions("english")
    # prepare_languages.py puts a translation right behind its English sentence.
    targets[groups["pairs"]] = targets[groups["pairs"] - 1]
    return targets


def sharpen(targets: np.ndarray, rows: np.ndarray, exponent: float) -> None:
    targets[rows] **= exponent
    targets[rows] /= targets[rows].sum(1, keepdims=True)


def balance_classes(rows: np.ndarray, targets: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The largest sample of rows in which every class has its share."""
    likeliest = targets[rows].argmax(1)
    size = min((likeliest == c).sum() / share for c, share in enumerate(CLASS_SHARES))
    return np.concatenate(
        [
            rng.choice(rows[likeliest == c], int(size * share), replace=False)
            for c, share in enumerate(CLASS_SHARES)
        ]
    )


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the examples, .npz (encode.py)")
    parser.add_argument("--classifier", type=Path, required=True, help="what to start from, .onnx")
    parser.add_argument("--encoder", type=Path, required=True, help="its encoder, .onnx")
    parser.add_argument("--out", help="name of the run: writes NAME.pt, NAME.json")
    parser.add_argument(
        "--measure", action="store_true", help="only measure the classifier to start from"
    )
    parser.add_argument(
        "--sharpen",
        type=float,
        default=1.0,
        help="exponent of the targets of sentences and translations (default: %(default)s)",
    )
    parser.add_argument(
        "--switched-share",
        type=float,
        default=0.3,
        help="share of words replaced by translations in half of the English texts "
        "(default: %(default)s)",
    )
    add_arguments(parser, steps=4000, head_rate=2e-4)
    arguments = parser.parse_args()
    if not arguments.measure and not arguments.out:
        parser.error("--out is needed to train")
    return arguments


def main() -> None:
    arguments = read_arguments()
    device, rng = start(arguments.seed)
    dataset = Dataset(arguments.data)
    model = load_shipped(arguments.classifier, arguments.encoder).to(device)
    if arguments.measure:
        print("shipped", json.dumps(measure(model, dataset, device)), flush=True)
        return

    run = arguments.out
    targets = make_targets(model, dataset, device)
    pairs = dataset.groups["pairs"]
    if arguments.sharpen != 1:
        rows = np.concatenate([pairs, dataset.groups["english"]])
        sharpen(targets, rows, arguments.sharpen)
    balanced = balance_classes(pairs, targets, rng)
    classes = np.bincount(targets[pairs].argmax(1)).tolist()
    print(run, "pairs", len(pairs), classes, "used", len(balanced), flush=True)

    def report(step: int, elapsed: float) -> None:
        figures = measure(model, dataset, device)
        shown = {k: v for k, v in figures.items() if not k.startswith("val.")}
        print(run, step, f"{elapsed:.0f}s", json.dumps(shown), flush=True)

    train_classifier(
        model,
        dataset,
        targets,
        dict(dataset.groups, pairs=balanced),
        MIX,
        Options(
            steps=arguments.steps,
            seconds=arguments.seconds,
            layer_rate=arguments.layer_rate,
            head_rate=arguments.head_rate,
            rate_decay=arguments.rate_decay,
            unknown_share=arguments.unknown_share,
            switched_share=arguments.switched_share,
            report_every=1000,
            device=device,
        ),
        rng,
        report,
    )
    figures = measure(model, dataset, device)
    print(run, json.dumps(figures), flush=True)
    write_result(run, model, figures)


if __name__ == "__main__":
    main()
