"""Tokenizes the examples: encode.py examples.jsonl.xz tokenizer.json OUT.npz
Reviews are also cut into sentences (`imdb.sentences`), which the teachers label. Half of them are written as SST-2 writes its
sentences (lower case, punctuation apart), so that what is learned from the one helps with the other."""
import json, lzma, random, re, sys
import numpy as np
from tokenizers import Tokenizer
from clean_text import clean

SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def as_in_sst2(text):
    text = re.sub(r"n't\b", " n't", text.lower())
    text = re.sub(r"('(?:s|re|ve|ll|d|m))\b", r" \1", text)
    text = re.sub(r"([,.!?;:()\"])", r" \1 ", text).replace("-", " ")
    return re.sub(r"\s+", " ", text).strip(" .")


def main():
    rows = [json.loads(line) for line in lzma.open(sys.argv[1], "rt", encoding="utf-8")]
    rnd = random.Random(3); sentences = []
    for i, r in enumerate(rows):
        if r["source"] != "imdb.train": continue
        for s in SENTENCE_END.split(r["text"]):
            if 3 <= len(s.split()) <= 60:
                sentences.append({"source": "imdb.sentences", "text": as_in_sst2(s) if rnd.random() < 0.5 else s, "label": r["label"]})
    rows += sentences
    tok = Tokenizer.from_file(sys.argv[2]); tok.no_truncation(); tok.no_padding()
    encoded = tok.encode_batch([clean(r["text"]) for r in rows], add_special_tokens=False)
    lens = np.array([min(len(e.ids), 2000) for e in encoded], np.int64)
    flat = np.concatenate([np.array(e.ids[:2000], np.int32) for e in encoded])
    sources = sorted({r["source"] for r in rows})
    np.savez(sys.argv[3], flat=flat, starts=np.concatenate([[0], lens.cumsum()[:-1]]), lens=lens, label=np.array([r["label"] for r in rows], np.int8),
             source=np.array([sources.index(r["source"]) for r in rows], np.int16), sources=np.array(sources),
             special=np.array([tok.token_to_id(t) for t in ("[CLS]", "[SEP]", "[PAD]", "[UNK]")]))
    print(len(rows), "texts", len(sentences), "sentences", len(flat), "tokens")


if __name__ == "__main__":
    main()
