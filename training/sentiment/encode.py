"""Tokenises the examples and cuts the film reviews into sentences, which the teachers label later.

Half of the sentences are written as SST-2 writes its own (lower case, punctuation apart), so that
what is learned from one corpus helps with the other.

Output (.npz): flat [tokens] ids of all texts without special tokens; starts, lens [texts]; label,
source [texts]; sources [names]; special: the ids of [CLS], [SEP], [PAD], [UNK]; full_stops: the ids
of full stops; takes_stop [texts]: whether a full stop could be added.
"""

import argparse
import json
import lzma
import random
import re
from pathlib import Path

import numpy as np

from clean_text import clean
from encoder_tokens import encode_english, encode_mixed

SEED = 3
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
SHORTEST_SENTENCE, LONGEST_SENTENCE = 3, 60  # in words
LONGEST_TEXT = 2000  # in tokens; training takes windows out of long texts
# Scripts below have ".", of those above some have no full stop.
LAST_LETTER_BEFORE_STOP = "\u0900"
ENCODE = {"multilingual": encode_mixed, "english": encode_english}


def as_in_sst2(text: str) -> str:
    text = re.sub(r"n't\b", " n't", text.lower())
    text = re.sub(r"('(?:s|re|ve|ll|d|m))\b", r" \1", text)
    text = re.sub(r"([,.!?;:()\"])", r" \1 ", text).replace("-", " ")
    return re.sub(r"\s+", " ", text).strip(" .")


def review_sentences(examples: list[dict]) -> list[dict]:
    """Sentences of the training reviews, with the review's label, which may be wrong."""
    coin = random.Random(SEED)
    sentences = []
    for example in examples:
        if example["source"] != "imdb.train":
            continue
        for sentence in SENTENCE_END.split(example["text"]):
            if SHORTEST_SENTENCE <= len(sentence.split()) <= LONGEST_SENTENCE:
                text = as_in_sst2(sentence) if coin.random() < 0.5 else sentence
                sentences.append(
                    {"source": "imdb.sentences", "text": text, "label": example["label"]}
                )
    return sentences


def takes_stop(text: str) -> bool:
    return text[-1:].isalpha() and text[-1] < LAST_LETTER_BEFORE_STOP


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("examples", type=Path, help="examples, .jsonl.xz")
    parser.add_argument("models", type=Path, help="folder with both encoders' tokenizer.json")
    parser.add_argument("encoder", choices=ENCODE, help="whose tokens")
    parser.add_argument("output", type=Path, help="file to write, .npz")
    arguments = parser.parse_args()

    with lzma.open(arguments.examples, "rt", encoding="utf-8") as lines:
        examples = [json.loads(line) for line in lines]
    sentences = review_sentences(examples)
    examples += sentences

    cleaned = [clean(example["text"]).strip() for example in examples]
    encoded = ENCODE[arguments.encoder](cleaned, arguments.models, LONGEST_TEXT)
    texts = [np.array(ids, np.int32) for ids in encoded.texts]
    lengths = np.array([len(text) for text in texts], np.int64)
    flat = np.concatenate(texts)
    sources = sorted({example["source"] for example in examples})
    number_of = {name: i for i, name in enumerate(sources)}
    np.savez(
        arguments.output,
        flat=flat,
        starts=np.concatenate([[0], lengths.cumsum()[:-1]]),
        lens=lengths,
        label=np.array([example["label"] for example in examples], np.int8),
        source=np.array([number_of[example["source"]] for example in examples], np.int16),
        sources=np.array(sources),
        special=np.array(encoded.special),
        full_stops=np.array(encoded.full_stops),
        takes_stop=np.array([takes_stop(text) for text in cleaned]),
    )
    print(len(examples), "texts", len(sentences), "sentences", len(flat), "tokens")


if __name__ == "__main__":
    main()
