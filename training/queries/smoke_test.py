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
    ("Die Ule ist {0} Kilometer lang. Sie entspringt bei Gartz.", "Wie lang ist die Ule?", "de"),
    ("The bakery of Anna Berg opened in {0}. It sells rye bread.", "When did it open?", "en"),
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
            fact, question, language = FACTS[i % len(FACTS)]
            passage = fact.format(1000 + i)
            answers = [{"text": str(1000 + i), "start": passage.index(str(1000 + i))}]
            row = {"language": language, "question": question, "passage": passage}
            row |= {"answers": answers, "answerable": True, "title": f"Page {i % 7}"}
            file.write(json.dumps(row) + "\n")
    with lzma.open(folder / "dictionary.tsv.xz", "wt", encoding="utf-8") as file:
        file.write("de\topen\töffnen\nde\tlong\tlang\nde\twhen\twann\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--models", type=Path, default=MODELS, help="folder with both encoders")
    models = parser.parse_args().models.resolve()
    encoder = models / "multilingual" / "model_int8.onnx"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_questions(folder / "questions")
        run(folder, "prepare.py", "questions", models, "data.npz", "--most", 3)
        run(folder, "../encoder_parts/trunk.py", encoder, "trunk.npz")
        run(folder, "train.py", "trunk.npz", "data.npz", "run.npz", "--seconds", 10, "--texts", 8)
        run(folder, "evaluate.py", "trunk.npz", "data.npz", "run.npz")
        run(folder, "export_onnx.py", "model.onnx", "trunk.npz", "data.npz", "run.npz")
    print("The training runs from end to end.")


if __name__ == "__main__":
    main()
