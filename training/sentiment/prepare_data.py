"""Gathers all examples into one file (sources.py, language_sources.py, social_sources.py)."""

import argparse
import itertools
import random
from pathlib import Path

from language_sources import labelled_languages, translations
from social_sources import social_texts
from sources import all_own_sentences, factual_sentences, imdb, sst2, umsab, write_examples

SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path, help="file to write, .jsonl.xz")
    parser.add_argument(
        "data", type=Path, help="folder with sst2, umsab, squad2, arxiv, xquad, imdb, stsb"
    )
    parser.add_argument("tatoeba", type=Path, help="Tatoeba test sets as LASER collects them")
    parser.add_argument("wisesight", type=Path, help="Wisesight: neg.txt, neu.txt, pos.txt")
    parser.add_argument("nsmc", type=Path, help="NSMC: the raw .json files with ratings")
    parser.add_argument(
        "social", type=Path, help="folder with sentimix, afrisenti, brighter, goemotions"
    )
    arguments = parser.parse_args()

    data = arguments.data
    write_examples(
        arguments.output,
        itertools.chain(
            sst2(data),
            umsab(data),
            factual_sentences(data, random.Random(SEED)),
            all_own_sentences(),
            translations(arguments.tatoeba, data / "stsb"),
            labelled_languages(arguments.wisesight, arguments.nsmc),
            imdb(data),
            social_texts(arguments.social),
        ),
    )


if __name__ == "__main__":
    main()
