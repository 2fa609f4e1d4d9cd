"""Gathers the examples of the first training into one file (sources.py)."""

import argparse
import itertools
import random
from pathlib import Path

from sources import factual_sentences, imdb, other_languages, sst2, umsab, write_examples

SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "data", type=Path, help="folder with sst2, umsab, squad2, arxiv, xquad, imdb"
    )
    parser.add_argument("output", type=Path, help="file to write, .jsonl.xz")
    arguments = parser.parse_args()

    data = arguments.data
    write_examples(
        arguments.output,
        itertools.chain(
            sst2(data),
            umsab(data),
            factual_sentences(data, random.Random(SEED)),
            other_languages(),
            (review for _, review in imdb(data)),
        ),
    )


if __name__ == "__main__":
    main()
