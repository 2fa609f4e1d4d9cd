"""Runs the whole training on a few invented questions on the CPU, for some seconds.

It shows that the scripts fit together, not that the result is any good.
"""

import argparse
import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "models"
FACTS = (
    ("The Ule river is {0} kilometres long. It rises near Gartz.", "How long is the Ule river?"),
    ("The bakery of Anna Berg opened in {0}. It sells rye bread.", "When did the bakery open?"),
    ("Der Turm von Neustadt ist {0} Meter hoch. Er steht am Markt.", "Wie hoch ist der Turm?"),
)
EXAMPLES = 120


def run(folder: Path, script: str, *arguments: object) -> None:
    print(f"--- {script}", flush=True)
    command = [sys.executable, HERE / script, *map(str, arguments)]
    subprocess.run(command, cwd=folder, check=True)


def write_questions(folder: Path) -> None:
    folder.mkdir()
    with lzma.open(folder / "invented.jsonl.xz", "wt", encoding="utf-8") as file:
        for i in range(EXAMPLES):
            fact, question = FACTS[i % len(FACTS)]
            passage = fact.format(1000 + i)
            answers = [{"text": str(1000 + i), "start": passage.index(str(1000 + i))}]
            lacking = {}
            if i % 4 == 3:
                answer, passage = passage.split(". ")
                lacking = {"answering": answer.replace(str(1000 + i), f"[[{1000 + i}]]") + "."}
                answers = []
            row = {
                "language": "de" if i % 3 == 2 else "en",
                "question": question,
                "passage": passage,
            }
            row |= {"answers": answers, "answerable": bool(answers), "title": f"Page {i % 7}"}
            row |= lacking
            file.write(json.dumps(row) + "\n")
    with lzma.open(folder / "dictionary.tsv.xz", "wt", encoding="utf-8") as file:
        file.write("de\triver\tFluss\nde\tlong\tlang\nde\tbakery\tBäckerei\n")


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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_questions(folder / "questions")
        run(folder, "prepare.py", "questions", models, "data.npz", "--tables", 40)
        run(folder, "../encoder_parts/trunk.py", encoder, "trunk.npz")
        run(folder, "train.py", "trunk.npz", "data.npz", "run", "--seconds", 15, "--tokens", 512)
        taught = ("--teacher", "trunk.npz", "run-0.npz", "run-1.npz")
        run(folder, "train.py", "trunk.npz", "data.npz", "two", "--seconds", 10, "--tokens", 512, *taught)
        run(folder, "average.py", "both", "run", "two")
        weights = ("both-0.npz", "both-1.npz")
        run(folder, "evaluate.py", "trunk.npz", "data.npz", *weights, "--every", 100)
        run(folder, "export_onnx.py", "model.onnx", "trunk.npz", "data.npz", *weights)
        run(folder, "check_onnx.py", "model.onnx", encoder, "trunk.npz", "data.npz", *weights)
        run(folder, "../encoder_parts/trunk.py", encoder, "further.npz", "--layers", "model.onnx")
        run(folder, "from_onnx.py", "model.onnx", "further.npz", "shipped")
        begin = ("--begin", "shipped-0.npz", "shipped-1.npz")
        run(folder, "train.py", "further.npz", "data.npz", "more", "--seconds", 10, "--tokens", 512, *begin)
    print("The training runs from end to end.")


if __name__ == "__main__":
    main()
