"""Examples in more languages, for adapt.py: prepare_languages.py OUT.jsonl.xz DATA_DIR TATOEBA_DIR WISESIGHT_DIR NSMC_DIR [REVIEWS]
Pairs of an English sentence and its translation (Tatoeba in 37 languages, STS-B in five) stand one after the other, as `pair.en` and
`pair.xx`; they have no label. Wisesight (Thai messages, CC0) and the ratings of NSMC (Korean reviews, CC0) have one. The labelled sets
of prepare_data.py follow, and REVIEWS of the IMDB reviews."""
import glob, gzip, itertools, json, lzma, os, random, sys
from prepare_data import HERE, LABELS, factual, rows

LANGUAGES = {"ara": "ar", "bul": "bg", "ben": "bn", "cat": "ca", "ces": "cs", "dan": "da", "deu": "de", "ell": "el", "spa": "es", "est": "et", "pes": "fa", "fin": "fi", "fra": "fr", "heb": "he",
             "hin": "hi", "hrv": "hr", "hun": "hu", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "lit": "lt", "lvs": "lv", "nob": "nb", "nld": "nl", "pol": "pl", "por": "pt", "ron": "ro",
             "rus": "ru", "slk": "sk", "slv": "sl", "srp": "sr", "swe": "sv", "tha": "th", "tur": "tr", "ukr": "uk", "vie": "vi", "cmn": "zh"}
HELD, LABELLED = 600, 4000


def tatoeba(folder):
    for code, language in LANGUAGES.items():
        read = lambda side: open(f"{folder}/tatoeba.{code}-eng.{side}", encoding="utf-8").read().split("\n")
        for english, foreign in zip(read("eng"), read(code)):
            if english.strip() and foreign.strip(): yield language, english.strip(), foreign.strip()


def sts(folder):
    english = list(rows(f"{folder}/en.dev.jsonl.gz"))
    for language in ("de", "es", "fr", "ja", "zh"):
        for one, other in zip(english, rows(f"{folder}/{language}.dev.jsonl.gz")):
            for side in ("sentence1", "sentence2"): yield language, one[side], other[side]


def wisesight(folder, rnd):
    """As many of each class."""
    for name, label in (("neg", 0), ("neu", 1), ("pos", 2)):
        lines = [line.strip() for line in open(f"{folder}/{name}.txt", encoding="utf-8") if 3 < len(line.strip()) < 400]
        for text in rnd.sample(lines, LABELLED): yield text, label


def nsmc(folder, rnd):
    """Ratings of 1 to 4 are negative, 9 and 10 positive, as the corpus has it; those between say too little to be used."""
    reviews = [r for path in sorted(glob.glob(f"{folder}/*.json")) for r in json.load(open(path, encoding="utf-8"))]
    for label, ratings in ((0, {"1", "2", "3", "4"}), (2, {"9", "10"})):
        texts = sorted({r["review"] for r in reviews if r["rating"] in ratings and 5 < len(r["review"]) <= 140})
        for text in rnd.sample(texts, LABELLED): yield text, label


def main():
    target, data, tatoeba_dir, wisesight_dir, nsmc_dir = sys.argv[1:6]; most = int(sys.argv[6]) if len(sys.argv) > 6 else 10**9; rnd = random.Random(11)
    with lzma.open(target, "wt", encoding="utf-8", preset=9) as f:
        put = lambda source, text, label: f.write(json.dumps({"source": source, "text": text, "label": label}, ensure_ascii=False) + "\n")
        for language, english, foreign in itertools.chain(tatoeba(tatoeba_dir), sts(data + "/stsb")): put("pair.en", english, -1); put("pair." + language, foreign, -1)
        for language, found in (("th", list(wisesight(wisesight_dir, rnd))), ("ko", list(nsmc(nsmc_dir, rnd)))):
            rnd.shuffle(found)
            for i, (text, label) in enumerate(found): put(("held." if i < HELD else "labelled.") + language, text, label)
        for part in ("train", "dev"):
            for r in rows(f"{data}/sst2/{part}.jsonl.gz"): put("sst2." + part, r["text"], LABELS[r["label"]])
        for path in sorted(glob.glob(f"{data}/umsab/*.jsonl.gz")):
            language, part = os.path.basename(path).split(".")[:2]
            for r in rows(path): put(f"umsab.{part}.{language}", r["text"], LABELS[r["label"]])
        for source, text in factual(data, rnd)[:6000]: put(source, text, 1)
        for line in open(HERE + "/other-languages.tsv", encoding="utf-8"):
            language, label, text = line.rstrip("\n").split("\t"); put("other." + language, text, LABELS[label])
        for i, r in enumerate(rows(f"{data}/imdb/train.jsonl.gz")):
            held = i % 25 == 0
            if held and i % 100 == 0 or not held and i * most % 25000 < most: put("imdb.held" if held else "imdb.train", r["text"], LABELS[r["label"]])


if __name__ == "__main__":
    main()
