"""Runs the whole training on a few invented sentences on the CPU, two steps per run.

It shows that the scripts fit together, not that the result is any good. The encoder, the tokenizer
and the classifier to go on from are those in models/.
"""

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "models"
CLASSIFIER = MODELS / "sentiment" / "model_int8.onnx"
ENCODER = MODELS / "multilingual" / "model_int8.onnx"
TOKENIZER = MODELS / "multilingual" / "tokenizer.json"
TEXTS = {
    "negative": "A dull film. The story makes no sense at all. I left early.",
    "neutral": "The meeting takes place on Tuesday at nine in room four.",
    "positive": "A wonderful film! The actors are great. I will see it again.",
}
UMSAB_LANGUAGES = ("english", "german")


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


def write_language_examples(target: Path) -> None:
    """What prepare_languages.py would write, without its corpora."""
    sys.path.insert(0, str(HERE))
    from sources import factual_sentences, imdb, other_languages, sst2, umsab, write_examples
    import random

    data = target.parent / "data"
    examples = []
    for label, (name, text) in enumerate(TEXTS.items()):
        for i in range(4):
            examples += [("pair.en", f"{text} {i}", -1), ("pair.de", f"{text} {i} auch", -1)]
            for kind in ("held", "labelled"):
                examples += [(f"{kind}.{language}", text, label) for language in ("th", "ko")]
    examples += [*sst2(data), *umsab(data), *factual_sentences(data, random.Random(0))]
    examples += [*other_languages(), *(review for _, review in imdb(data))]
    write_examples(target, examples)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_corpora(folder / "data")
        run(folder, "prepare_data.py", "data", "examples.jsonl.xz")
        run(folder, "encode.py", "examples.jsonl.xz", TOKENIZER, "data.npz")
        run(folder, "shipped.py", CLASSIFIER, ENCODER, "trunk.npz")
        inputs = ("--trunk", "trunk.npz", "--data", "data.npz", "--steps", 2)
        run(folder, "train.py", *inputs, "--out", "teacher-0", "--fold", 0)
        run(folder, "combine.py", "targets.npz", "data.npz", "teacher-0@0")
        learn = ("--targets", "targets.npz", "--no-predictions", "--switched-share", 0.4)
        run(folder, "train.py", *inputs, *learn, "--out", "student")
        run(folder, "choose.py", "trunk.npz", "data.npz", ".", "student", "teacher-0")

        write_language_examples(folder / "languages.jsonl.xz")
        run(folder, "encode.py", "languages.jsonl.xz", TOKENIZER, "languages.npz")
        shipped = ("--classifier", CLASSIFIER, "--encoder", ENCODER)
        adapt = ("--data", "languages.npz", *shipped, "--out", "adapted", "--steps", 2)
        run(folder, "adapt.py", *adapt)
        run(folder, "choose.py", "trunk.npz", "languages.npz", ".", "adapted")

        run(folder, "export_onnx.py", "model.onnx", "best0-low.npz", "best0-high.npz")
        run(folder, "check_onnx.py", "model.onnx", ENCODER, TOKENIZER, "data", "--every", 2)
        run(folder, "calibrate.py", "logits.npz", "calibration.json")
    print("The training runs from end to end.")


if __name__ == "__main__":
    main()
