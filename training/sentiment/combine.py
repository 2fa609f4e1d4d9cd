"""Averages the teachers' opinions into the targets that the students learn from.

A labelled example gets half its label and half the opinion of the teachers that did not see it. A
sentence of a review gets the opinion of all teachers, weighed by the review's label, and so does a
text of another corpus, by its own. A translation gets the opinion of its English sentence.
"""

import argparse
from pathlib import Path

import numpy as np

from targets import weigh_by_label, weigh_by_review


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, help="file to write, .npz: rows, p [rows, 3]")
    parser.add_argument("data", type=Path, help="the examples, .npz (encode.py)")
    parser.add_argument("teachers", nargs="+", help="names of runs of train.py")
    arguments = parser.parse_args()

    with np.load(arguments.data) as file:
        names, source, labels = file["sources"].astype(str), file["source"], file["label"]
    total = np.zeros((len(labels), 3))
    count = np.zeros(len(labels))
    for name in arguments.teachers:
        with np.load(name + ".npz") as file:
            total[file["rows"]] += file["p"]
            count[file["rows"]] += 1

    known = np.flatnonzero(count)
    targets = total / np.maximum(count, 1)[:, None]
    source_of = names[source[known]]
    sentences = known[source_of == "imdb.sentences"]
    english = known[source_of == "pair.en"]
    is_social = np.char.startswith(source_of, "social.")
    social = known[is_social]
    labelled = known[(source_of != "imdb.sentences") & (source_of != "pair.en") & ~is_social]
    targets[sentences] = weigh_by_review(targets[sentences], labels[sentences])
    targets[social] = weigh_by_label(targets[social], labels[social])
    targets[labelled] = 0.5 * targets[labelled] + 0.5 * np.eye(3)[labels[labelled]]
    # prepare_data.py puts a translation right behind its English sentence.
    targets[english + 1] = targets[english]
    rows = np.union1d(known, english + 1)
    np.savez(arguments.output, rows=rows, p=targets[rows].astype(np.float16))

    for i, name in enumerate(names):
        these = rows[source[rows] == i]
        if len(these):
            print(name, len(these), "mean", targets[these].mean(0).round(3).tolist())


if __name__ == "__main__":
    main()
