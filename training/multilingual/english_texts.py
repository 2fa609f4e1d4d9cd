"""Packs English texts without translations, which keep what the encoder knows of English.

mono_arxiv: abstracts, with or without their titles. mono_wordnet: glosses with their words.
mono_bag: random words, so that single words and odd queries keep their places in the space too.
"""

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

from evaluation_texts import EvaluationTexts
from packs import Pack, write_pack

SEED = 5
LONGEST_ABSTRACT = 1050  # in characters
SHORTEST_TEXT = 12
OTHER_ABSTRACTS = 24_000
BAGS = 60_000
BAG_SIZES = (1, 2, 3, 4, 6, 9, 14, 40)


def cut_at_sentence(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    text = text[:longest]
    end = text.rfind(". ")
    return text[: end + 1] if end > longest // 2 else text


def arxiv_texts(path: Path, evaluation: EvaluationTexts, rng: random.Random) -> Iterator[str]:
    """All abstracts of biology and medicine (SciFact, NFCorpus), some of the others."""
    medical, others = [], []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            categories = str(row.get("categories", ""))
            is_medical = "q-bio" in categories or "med-ph" in categories
            (medical if is_medical else others).append((row.get("title", ""), row["text"]))
    sample = rng.sample(others, min(len(others), OTHER_ABSTRACTS))
    for title, text in medical + sample:
        abstract = cut_at_sentence(" ".join(text.split()), LONGEST_ABSTRACT)
        if evaluation.has_sentence_of(abstract) or evaluation.has_sentence_of(title):
            continue
        form = rng.random()
        yield f"{title} {abstract}" if form < 0.5 else abstract
        if form < 0.25:
            yield title


def wordnet_entries(folder: Path) -> Iterator[tuple[list[str], str]]:
    """Yields (words, gloss) of WordNet's data files."""
    for part_of_speech in ("noun", "verb", "adj", "adv"):
        with open(folder / f"data.{part_of_speech}", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith(" ") or "|" not in line:
                    continue
                head, gloss = line.split("|", 1)
                fields = head.split()
                count = int(fields[3], 16)
                words = [fields[4 + 2 * i].replace("_", " ").split("(")[0] for i in range(count)]
                yield words, gloss.strip()


def write(folder: Path, name: str, texts: Iterator[str] | list[str]) -> None:
    joined = (" ".join(text.split()) for text in texts)
    distinct = [text for text in dict.fromkeys(joined) if len(text) >= SHORTEST_TEXT]
    write_pack(folder / f"{name}.txt.xz", Pack(name, distinct))
    print(name, len(distinct))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("arxiv", type=Path, help="abstracts, .jsonl.gz: title, text, categories")
    parser.add_argument("wordnet", type=Path, help="WordNet's dict folder")
    parser.add_argument("wordpiece", type=Path, help="tokenizer.json of the English encoder")
    parser.add_argument("evaluation", type=Path, help="from evaluation_texts.py")
    parser.add_argument("output", type=Path, help="folder of packs to write to")
    arguments = parser.parse_args()

    rng = random.Random(SEED)
    evaluation = EvaluationTexts.load(arguments.evaluation)
    write(arguments.output, "mono_arxiv", arxiv_texts(arguments.arxiv, evaluation, rng))

    glosses, lemmas = [], set()
    for words, gloss in wordnet_entries(arguments.wordnet):
        lemmas.update(words)
        text = rng.choice((f"{', '.join(words)}: {gloss}", f"{words[0]} {gloss}", gloss))
        if not evaluation.has_sentence_of(text):
            glosses.append(text)
    write(arguments.output, "mono_wordnet", glosses)

    pieces = json.loads(arguments.wordpiece.read_text(encoding="utf-8"))["model"]["vocab"]
    known = [p for p in pieces if len(p) > 3 and p.isalpha() and p.isascii()]
    spelled = sorted(lemma for lemma in lemmas if lemma.replace(" ", "").isalpha())

    def bag() -> str:
        size = rng.choice(BAG_SIZES)
        return " ".join(rng.choice(known if rng.random() < 0.45 else spelled) for _ in range(size))

    write(arguments.output, "mono_bag", [bag() for _ in range(BAGS)])


if __name__ == "__main__":
    main()
