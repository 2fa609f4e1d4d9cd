"""Runs the whole training on a few invented sentences on the CPU, two steps per run.

It shows that the scripts fit together, not that the result is any good.
"""

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from language_sources import STSB_LANGUAGES, TATOEBA_LANGUAGES
from social_sources import AFRISENTI_LANGUAGES, BRIGHTER_LANGUAGES

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "models"
TEXTS = {
    "negative": "A dull film. The story makes no sense at all. I left early.",
    "neutral": "The meeting takes place on Tuesday at nine in room four.",
    "positive": "A wonderful film! The actors are great. I will see it again.",
}
UMSAB_LANGUAGES = ("english", "german")
WISESIGHT_FILES = {"neg": "negative", "neu": "neutral", "pos": "positive"}


def run(folder: Path, script: str, *arguments: object) -> None:
    print(f"--- {script}", flush=True)
    command = [sys.executable, HERE / script, *map(str, arguments)]
    subprocess.run(command, cwd=folder, check=True)


def write_rows(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def write_corpora(data: Path) -> None:
    labelled = [
        {"text": f"{text} {i}", "label": label} for i in range(4) for label, text in TEXTS.items()
    ]
    polar = [row for row in labelled if row["label"] != "neutral"]
    for part in ("train", "dev"):
        write_rows(data / "sst2" / f"{part}.jsonl.gz", polar)
    for language in UMSAB_LANGUAGES:
        for part in ("train", "val"):
            write_rows(data / "umsab" / f"{language}.{part}.jsonl.gz", labelled)
    write_rows(data / "imdb" / "train.jsonl.gz", polar)
    facts = [{"text": "The river is nine kilometres long. It rises in the northern hills."}]
    for path in ("squad2/corpus", "squad2/queries", "arxiv/corpus_10k"):
        write_rows(data / f"{path}.jsonl.gz", facts)
    for language in ("ar", "de", "es", "ru", "zh"):
        write_rows(data / "xquad" / language / "corpus.jsonl.gz", facts)
    similar = [{"sentence1": TEXTS["positive"], "sentence2": TEXTS["negative"]}]
    for language in ("en", *STSB_LANGUAGES):
        write_rows(data / "stsb" / f"{language}.dev.jsonl.gz", similar)


def write_language_corpora(tatoeba: Path, wisesight: Path, nsmc: Path) -> None:
    for folder in (tatoeba, wisesight, nsmc):
        folder.mkdir()
    for code in TATOEBA_LANGUAGES:
        for side in ("eng", code):
            (tatoeba / f"tatoeba.{code}-eng.{side}").write_text("\n".join(TEXTS.values()))
    for name, label in WISESIGHT_FILES.items():
        (wisesight / f"{name}.txt").write_text(
            "".join(f"{TEXTS[label]} {i}\n" for i in range(8)), encoding="utf-8"
        )
    reviews = [
        {"review": f"{TEXTS[label]} {i}", "rating": rating}
        for i in range(8)
        for label, rating in (("negative", "1"), ("positive", "10"))
    ]
    (nsmc / "1.json").write_text(json.dumps(reviews))


def write_social_corpora(folder: Path) -> None:
    def write(path: str, text: str) -> None:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")

    for name in ("hinglish", "spanglish"):
        tweets = [
            "\n".join([f"meta\t1\t{label}", *(f"{word}\tEng" for word in text.split())])
            for label, text in TEXTS.items()
        ]
        write(f"sentimix/train_conll_{name}.txt", "\n\n".join(tweets) + "\n")
    for name in AFRISENTI_LANGUAGES:
        rows = "".join(f"{text}\t{label}\n" for label, text in TEXTS.items())
        write(f"afrisenti/{name}/train.tsv", "tweet\tlabel\n" + rows)
    for name in BRIGHTER_LANGUAGES:
        rows = f"a,{TEXTS['negative']},1,0\nb,{TEXTS['neutral']},0,0\nc,{TEXTS['positive']},0,1\n"
        write(f"brighter/{name}.csv", "id,text,anger,joy\n" + rows)
    numbers = {"negative": 0, "neutral": 2, "positive": 1}
    write("goemotions/labels.txt", "anger\njoy\nneutral\n")
    comments = "".join(f"{text}\t{numbers[label]}\tid\n" for label, text in TEXTS.items())
    write("goemotions/train.tsv", comments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--models",
        type=Path,
        default=MODELS,
        help="folder with both encoders (default: this checkout's models/)",
    )
    models = parser.parse_args().models.resolve()
    encoder = models / "multilingual" / "model_int8.onnx"
    shipped = MODELS / "sentiment" / "model_int8.onnx"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_corpora(folder / "data")
        language_corpora = [folder / name for name in ("tatoeba", "wisesight", "nsmc")]
        write_language_corpora(*language_corpora)
        write_social_corpora(folder / "social")
        run(folder, "prepare_data.py", "examples.jsonl.xz", "data", *language_corpora, "social")
        run(folder, "../encoder_parts/trunk.py", encoder, "multilingual.npz")
        run(
            folder,
            "../encoder_parts/trunk.py",
            models / "english" / "model_int8.onnx",
            "english.npz",
        )
        for name in ("multilingual", "english"):
            run(folder, "encode.py", "examples.jsonl.xz", models, name, f"{name}-data.npz")
        data = ("multilingual.npz", "multilingual-data.npz")
        inputs = ("--trunk", data[0], "--data", data[1], "--steps", 2)
        english = ("--trunk", "english.npz", "--data", "english-data.npz", "--steps", 2)
        run(folder, "train.py", *inputs, "--out", "m1-0", "--fold", 0)
        run(folder, "train.py", *inputs, "--out", "m2-0", "--fold", 0, "--learn-words")
        run(folder, "train.py", *english, "--out", "e1-0", "--fold", 0, "--english-only")
        run(folder, "combine.py", "targets.npz", data[1], "m1-0", "m2-0", "e1-0")
        learn = ("--targets", "targets.npz", "--no-predictions", "--switched-share", 0.4)
        run(folder, "train.py", *inputs, *learn, "--out", "s1")
        run(folder, "average_runs.py", "start.npz", *data, "s1", "m1-0")
        run(folder, "train.py", *inputs, *learn, "--out", "r1", "--start", "start.npz")
        run(folder, "average_runs.py", "new.npz", *data, "s1", "r1")
        run(folder, "shipped_weights.py", "average.npz", shipped, "new.npz", "--share", 0.8)
        run(folder, "export_onnx.py", "model.onnx", *data, "average.npz")
        run(folder, "check_onnx.py", "model.onnx", models, "examples.jsonl.xz", "--every", 2)
        run(folder, "calibrate.py", "logits.npz", "calibration.json")
    print("The training runs from end to end.")


if __name__ == "__main__":
    main()
