"""Gathers the examples into one file: prepare_data.py DATA_DIR OUT.jsonl.xz
Rows {source, text, label}; label -1 where it is not known. Factual sentences serve as neutral ones in several languages:
the labelled sets know neutral only in tweets."""
import glob, gzip, json, lzma, random, re, sys, os

LABELS = {"negative": 0, "neutral": 1, "positive": 2}
HERE = os.path.dirname(os.path.abspath(__file__))
SENTENCE_END = re.compile(r"(?<=[.!?؟])\s+|(?<=[。！？])")


def rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as f:
        for line in f: yield json.loads(line)


def sentences(text, least, most):
    return [s.strip() for s in SENTENCE_END.split(text) if least <= len(s.strip()) <= most]


def factual(data, rnd):
    out = [("neutral.en", s) for r in rows(f"{data}/squad2/corpus.jsonl.gz") for s in sentences(r["text"], 30, 300)]
    out += [("neutral.en", r["text"]) for i, r in enumerate(rows(f"{data}/squad2/queries.jsonl.gz")) if i % 6 == 0]
    arxiv = [s for i, r in enumerate(rows(f"{data}/arxiv/corpus_10k.jsonl.gz")) if i % 8 == 0 for s in sentences(r["text"], 30, 300)[:2]]
    out += [("neutral.en", s) for s in arxiv]
    for lang in ("ar", "de", "es", "ru", "zh"):
        out += [("neutral." + lang, s) for r in rows(f"{data}/xquad/{lang}/corpus.jsonl.gz") for s in sentences(r["text"], 10, 300)]
    rnd.shuffle(out)
    return out


def main():
    data, target = sys.argv[1:3]; rnd = random.Random(7)
    with lzma.open(target, "wt", encoding="utf-8", preset=9) as f:
        put = lambda source, text, label: f.write(json.dumps({"source": source, "text": text, "label": label}, ensure_ascii=False) + "\n")
        for part in ("train", "dev"):
            for r in rows(f"{data}/sst2/{part}.jsonl.gz"): put("sst2." + part, r["text"], LABELS[r["label"]])
        for path in sorted(glob.glob(f"{data}/umsab/*.jsonl.gz")):
            language, part = os.path.basename(path).split(".")[:2]
            for r in rows(path): put(f"umsab.{part}.{language}", r["text"], LABELS[r["label"]])
        for source, text in factual(data, rnd): put(source, text, 1)
        for line in open(HERE + "/other-languages.tsv", encoding="utf-8"):
            language, label, text = line.rstrip("\n").split("\t"); put("other." + language, text, LABELS[label])
        for i, r in enumerate(rows(f"{data}/imdb/train.jsonl.gz")): put("imdb.held" if i % 25 == 0 else "imdb.train", r["text"], LABELS[r["label"]])


if __name__ == "__main__":
    main()
