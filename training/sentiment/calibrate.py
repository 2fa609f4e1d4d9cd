"""Fits what is done to the logits in use: a shift of neutral, then a temperature.

The classifier calls neutral what it does not know. `neutral` is added to that class's logit: the
shift that is right most often on the sentences of our own, among those that cost UMSAB at most
LARGEST_LOSS of its macro F1. All logits are then divided by `temperature`, which makes the
probabilities right on SST-2 and UMSAB (temperature scaling).
"""

import argparse
import json
from pathlib import Path

import numpy as np

from metrics import macro_f1

SHIFTS = np.arange(0, -0.55, -0.1)
TEMPERATURES = np.arange(0.2, 3, 0.01)
LARGEST_LOSS = 0.002
# As src/inference names them, from the highest down.
CONFIDENCE_LEVELS = (("very_high", 0.9), ("high", 0.75), ("medium", 0.55), ("low", 0.0))

Sets = dict[str, tuple[np.ndarray, np.ndarray]]


def read_logits(path: Path) -> Sets:
    """Logits and labels by the name of the set."""
    with np.load(path) as file:
        names = [key.removesuffix(":logits") for key in file.files if key.endswith(":logits")]
        return {name: (file[name + ":logits"], file[name + ":label"]) for name in names}


def shift_neutral(logits: np.ndarray, shift: float) -> np.ndarray:
    return logits + np.array([0, shift, 0])


def choose_shift(sets: Sets) -> float:
    def quality(shift: float) -> tuple[float, float]:
        predicted = {n: shift_neutral(logits, shift).argmax(1) for n, (logits, _) in sets.items()}
        own = np.concatenate(
            [predicted[n] == labels for n, (_, labels) in sets.items() if n.startswith("own.")]
        ).mean()
        umsab = np.mean(
            [macro_f1(y, predicted[n]) for n, (_, y) in sets.items() if n.startswith("umsab")]
        )
        print(f"neutral {shift:.1f}: UMSAB {umsab:.4f}, own sentences {own:.4f}")
        return umsab, own

    qualities = {shift: quality(shift) for shift in SHIFTS}
    lowest = qualities[SHIFTS[0]][0] - LARGEST_LOSS
    allowed = [shift for shift in SHIFTS if qualities[shift][0] >= lowest]
    return round(float(max(allowed, key=lambda shift: qualities[shift][1])), 2)


def softmax(logits: np.ndarray) -> np.ndarray:
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def join(sets: Sets) -> tuple[np.ndarray, np.ndarray]:
    logits, labels = zip(*sets.values())
    return np.concatenate(logits), np.concatenate(labels)


def choose_temperature(sets: Sets) -> float:
    logits, labels = join(sets)

    def cross_entropy(temperature: float) -> float:
        likelihood = softmax(logits / temperature)[np.arange(len(labels)), labels]
        return -np.log(likelihood + 1e-9).mean()

    best = min(TEMPERATURES, key=cross_entropy)
    before, after = cross_entropy(1), cross_entropy(best)
    print(f"temperature {best:.2f}, loss {after:.4f} ({before:.4f} without)")
    return best


def print_confidence(corpus: str, sets: Sets, temperature: float) -> None:
    """How often each level of confidence occurs and is right."""
    logits, labels = join({n: s for n, s in sets.items() if n.startswith(corpus)})
    opinions = softmax(logits / temperature)
    confidence, right = opinions.max(1), opinions.argmax(1) == labels
    upper = 1.01
    for level, lower in CONFIDENCE_LEVELS:
        here = (confidence >= lower) & (confidence < upper)
        upper = lower
        share = right[here].mean() if here.any() else 0
        print(f"{corpus} {level} {100 * here.mean():.1f} % of the texts, right {share:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("logits", type=Path, help="the file of check_onnx.py")
    parser.add_argument("output", type=Path, help="calibration.json")
    arguments = parser.parse_args()

    sets = read_logits(arguments.logits)
    shift = choose_shift(sets)
    # The sentences of our own are too few, and the shift was chosen by them.
    shifted = {
        name: (shift_neutral(logits, shift), labels)
        for name, (logits, labels) in sets.items()
        if name.startswith(("sst2", "umsab"))
    }
    temperature = choose_temperature(shifted)
    for corpus in ("sst2", "umsab"):
        print_confidence(corpus, shifted, temperature)
    fitted = {"temperature": round(float(temperature), 2), "neutral": shift}
    arguments.output.write_text(json.dumps(fitted) + "\n")


if __name__ == "__main__":
    main()
