"""Runs the stages that need a GPU (README.md), several trainings at once."""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from folds import FOLDS

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "models"
ENCODERS = ("multilingual", "english")

# What differs from run to run. A teacher is trained once per fold, so every labelled example has three
# honest opinions if it is English and two if it is not.
TEACHERS = {
    "m1": ("multilingual", "--seed 11 --layer-rate 1.5e-4"),
    "m2": ("multilingual", "--seed 12 --layer-rate 2e-4 --dropout 0.15 --learn-words"),
    "e1": ("english", "--seed 13 --layer-rate 1e-4 --english-only"),
}
STUDENTS = {
    "s1": "--seed 51 --layer-rate 2e-4 --switched-share 0.3",
    "s2": "--seed 52 --layer-rate 2e-4 --switched-share 0.3 --mix umsab=72",
    "s3": "--seed 53 --layer-rate 2e-4 --switched-share 0.1 --mix written=14",
    "s4": "--seed 54 --layer-rate 1.5e-4 --switched-share 0.2 --mix umsab=72 written=14",
    "s5": "--seed 55 --layer-rate 2.5e-4 --switched-share 0.2 --rate-decay 0.85 --dropout 0.15",
    "s6": "--seed 56 --layer-rate 2e-4 --switched-share 0.2 --mix written=14 --dropout 0.15",
}
# A second round starts from the average of the first and of the classifier shipped before. It sees
# more of what the first was weak in.
FURTHER_MIX = "--mix umsab=72 written=16 th=24 ko=32"
FURTHER_STUDENTS = {
    "r1": f"--seed 61 --layer-rate 1.2e-4 --switched-share 0.2 {FURTHER_MIX} sst2=48 sentences=96",
    "r2": f"--seed 62 --layer-rate 1.5e-4 --switched-share 0.1 {FURTHER_MIX} sst2=64",
    "r3": f"--seed 63 --layer-rate 1e-4 --switched-share 0.2 {FURTHER_MIX} sst2=48 umsab=96",
    "r4": "--seed 64 --layer-rate 1.5e-4 --switched-share 0.2 --dropout 0.15"
    f" {FURTHER_MIX} sst2=64 sentences=96 windows=8",
}


class Stage:
    """Runs this folder's scripts in the work folder."""

    def __init__(self, arguments: argparse.Namespace):
        self.folder: Path = arguments.folder
        self.models: Path = arguments.models.resolve()
        self.steps: int | None = arguments.steps
        self.at_once: int = arguments.at_once

    def run(self, script: str, *arguments: str | Path) -> None:
        command = [sys.executable, HERE / script, *arguments]
        environment = dict(os.environ, OMP_NUM_THREADS="2", PYTHONUNBUFFERED="1")
        subprocess.run(command, cwd=self.folder, env=environment, check=True)

    def run_together(self, commands: list[list[str | Path]]) -> None:
        with ThreadPoolExecutor(self.at_once) as pool:
            list(pool.map(lambda command: self.run(*command), commands))

    def limits(self, steps: int, seconds: int) -> list[str]:
        return ["--steps", str(self.steps or steps), "--seconds", str(seconds)]

    def inputs(self, encoder: str) -> list[str]:
        return ["--trunk", f"{encoder}.npz", "--data", f"{encoder}-data.npz"]

    def encode(self) -> None:
        self.run_together(
            [
                ["encode.py", "examples.jsonl.xz", self.models, name, f"{name}-data.npz"]
                for name in ENCODERS
            ]
        )

    def teach(self) -> None:
        names, commands = [], []
        for fold in range(FOLDS):
            for name, (encoder, options) in TEACHERS.items():
                run = ["--out", f"{name}-{fold}", "--fold", str(fold), *options.split()]
                limits = self.limits(1300, 165)
                commands.append(["train.py", *self.inputs(encoder), *run, *limits])
                names.append(f"{name}-{fold}")
        self.run_together(commands)
        self.run("combine.py", "targets.npz", "multilingual-data.npz", *names)

    def learn(self) -> None:
        self._train_students(STUDENTS, 400, [])

    def learn_further(self) -> None:
        self._train_students(FURTHER_STUDENTS, 430, ["--start", "start.npz"])

    def _train_students(self, students: dict[str, str], seconds: int, start: list[str]) -> None:
        learn = [*self.inputs("multilingual"), "--targets", "targets.npz", "--no-predictions"]
        self.run_together(
            [
                ["train.py", *learn, *start, *self.limits(20_000, seconds), "--out", name]
                + options.split()
                for name, options in students.items()
            ]
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=("encode", "teach", "learn", "learn_further"))
    parser.add_argument("folder", type=Path, help="work folder: inputs and everything written")
    parser.add_argument(
        "--models",
        type=Path,
        default=MODELS,
        help="folder with both encoders' tokenizer.json (default: this checkout's models/)",
    )
    parser.add_argument("--steps", type=int, help="end all runs after this many steps, for a trial")
    parser.add_argument(
        "--at-once",
        type=int,
        default=12,
        help="trainings that share the GPU (default: %(default)s)",
    )
    arguments = parser.parse_args()
    getattr(Stage(arguments), arguments.stage)()


if __name__ == "__main__":
    main()
