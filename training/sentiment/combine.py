"""Averages the teachers' opinions into the targets that the students learn from.

A labelled example gets half its label and half the opinion of the teachers that did not see it. A
sentence of a review gets the opinion of all teachers, weighed by the review's label.
"""

import argparse
from pathlib import Path

import numpy as np

from targets import weigh_by_review

FOLDS = 4
FOLDED_SOURCES = ("sst2", "umsab")


def honest_rows(rows: np.ndarray, source_of: np.ndarray, fold: int | None) -> np.ndarray:
    """Marks the rows a teacher may be asked about: it has not seen their labels."""
    honest = np.ones(len(rows), bool)
    for prefix in FOLDED_SOURCES:
        labelled = np.flatnonzero(np.char.startswith(source_of, prefix))
        honest[labelled] = False if fold is None else np.arange(len(labelled)) % FOLDS == fold
    return honest


def read_teacher(text: str) -> tuple[str, int | None]:
    name, _, fold = text.partition("@")
    return name, int(fold) if fold else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .npz: rows, p [rows, 3]")
    parser.add_argument("data", type=Path, help="the examples, .npz (encode.py)")
    parser.add_argument(
        "teachers", nargs="+", help="names of runs of train.py; NAME@K if it left out fold K"
    )
    arguments = parser.parse_args()

    with np.load(arguments.data) as file:
        names, source, labels = file["sources"].astype(str), file["source"], file["label"]
    total = np.zeros((len(labels), 3))
    count = np.zeros(len(labels))
    for name, fold in map(read_teacher, arguments.teachers):
        with np.load(name + ".npz") as file:
            rows, opinions = file["rows"], file["p"]
        honest = honest_rows(rows, names[source[rows]], fold)
        total[rows[honest]] += opinions[honest]
        count[rows[honest]] += 1

    known = np.flatnonzero(count)
    targets = total[known] / count[known][:, None]
    is_sentence = names[source[known]] == "imdb.sentences"
    targets[is_sentence] = weigh_by_review(targets[is_sentence], labels[known][is_sentence])
    certain = np.eye(3)[labels[known]]
    targets[~is_sentence] = 0.5 * targets[~is_sentence] + 0.5 * certain[~is_sentence]
    np.savez(arguments.output, rows=known, p=targets.astype(np.float16))

    for i, name in enumerate(names):
        these = source[known] == i
        if these.any():
            print(name, int(these.sum()), "mean", targets[these].mean(0).round(3).tolist())


if __name__ == "__main__":
    main()
