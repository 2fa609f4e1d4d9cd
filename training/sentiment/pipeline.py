"""Runs the stages that need a GPU (README.md), several trainings at once."""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from train import FOLDS

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "models"
RUNS_AT_ONCE = 8

# name: learning rate of the layers and what else differs from run to run
STUDENTS = {
    "s1": "--seed 51 --layer-rate 2e-4 --switched-share 0.4",
    "s2": "--seed 52 --layer-rate 2e-4 --switched-share 0.4",
    "s3": "--seed 53 --layer-rate 3e-4 --switched-share 0.25 --rate-decay 0.8",
    "s4": "--seed 54 --layer-rate 2e-4",
}
ADAPTED = {
    "a1": "--seed 61 --layer-rate 1e-4",
    "a2": "--seed 62 --layer-rate 2e-4",
    "a3": "--seed 63 --layer-rate 2e-4 --sharpen 1.5",
    "a4": "--seed 64 --layer-rate 3e-4 --rate-decay 0.8 --sharpen 1.5",
}


class Stage:
    """Runs this folder's scripts in the work folder."""

    def __init__(self, arguments: argparse.Namespace):
        self.folder: Path = arguments.folder
        self.models: Path = arguments.models.resolve()
        self.steps: int | None = arguments.steps

    def run(self, script: str, *arguments: str | Path) -> None:
        command = [sys.executable, HERE / script, *arguments]
        environment = dict(os.environ, OMP_NUM_THREADS="2", PYTHONUNBUFFERED="1")
        subprocess.run(command, cwd=self.folder, env=environment, check=True)

    def run_together(self, commands: list[list[str | Path]]) -> None:
        with ThreadPoolExecutor(RUNS_AT_ONCE) as pool:
            list(pool.map(lambda command: self.run(*command), commands))

    def limits(self, steps: int, seconds: int) -> list[str]:
        return ["--steps", str(self.steps or steps), "--seconds", str(seconds)]

    def encode(self) -> None:
        self.run_together(
            [
                ["encode.py", "examples.jsonl.xz", f"{name}-tokenizer.json", f"{name}-data.npz"]
                for name in ("multilingual", "english")
            ]
        )

    def train(self) -> None:
        multilingual = ["--trunk", "multilingual.npz", "--data", "multilingual-data.npz"]
        english = ["--trunk", "english.npz", "--data", "english-data.npz", "--english-only"]
        teachers = []
        for fold in range(FOLDS):
            for name, inputs in (("m1", multilingual), ("e1", english)):
                run = ["--out", f"{name}-{fold}", "--fold", str(fold), "--seed", f"1{fold}"]
                rate = ["--layer-rate", "1.5e-4"]
                teachers.append(["train.py", *inputs, *run, *rate, *self.limits(1300, 110)])
        self.run_together(teachers)
        # The order in which opinions are added up decides their last bit.
        names = [f"{name}-{fold}@{fold}" for fold in range(FOLDS) for name in ("m1", "e1")]
        self.run("combine.py", "targets.npz", "multilingual-data.npz", *names)
        learn = ["--targets", "targets.npz", "--no-predictions", *self.limits(6000, 330)]
        self.run_together(
            [
                ["train.py", *multilingual, *learn, "--out", name, *options.split()]
                for name, options in STUDENTS.items()
            ]
        )
        self.run("choose.py", "multilingual.npz", "multilingual-data.npz", ".", *STUDENTS)

    def languages(self) -> None:
        classifier = self.models / "sentiment" / "model_int8.onnx"
        encoder = self.models / "multilingual" / "model_int8.onnx"
        tokenizer = self.models / "multilingual" / "tokenizer.json"
        self.run("encode.py", "languages.jsonl.xz", tokenizer, "languages.npz")
        self.run("shipped.py", classifier, encoder, "shipped.npz")
        adapt: list[str | Path] = ["adapt.py", "--data", "languages.npz"]
        adapt += ["--classifier", classifier, "--encoder", encoder]
        self.run(*adapt, "--measure")
        self.run_together(
            [
                [*adapt, *self.limits(6000, 300), "--out", name, *options.split()]
                for name, options in ADAPTED.items()
            ]
        )
        self.run("choose.py", "shipped.npz", "languages.npz", ".", *ADAPTED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=("encode", "train", "languages"))
    parser.add_argument("folder", type=Path, help="work folder: inputs and everything written")
    parser.add_argument(
        "--models",
        type=Path,
        default=MODELS,
        help="models/ to go on from (default: this checkout's)",
    )
    parser.add_argument("--steps", type=int, help="end all runs after this many steps, for a trial")
    arguments = parser.parse_args()
    getattr(Stage(arguments), arguments.stage)()


if __name__ == "__main__":
    main()
