"""How well kept questions find their passages among all of the same language: nDCG@10."""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from dataset import Dataset
from model import QueryEncoder, load_encoder, packed

TOP = 10
FEWEST = 10
AT_ONCE = 512


def vectors_of(model: QueryEncoder, texts: list[np.ndarray], device: str) -> np.ndarray:
    found = []
    with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        for first in range(0, len(texts), AT_ONCE):
            found.append(model(packed(texts[first : first + AT_ONCE]).to(device)).cpu().numpy())
    return np.concatenate(found)


def gains(queries: np.ndarray, passages: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """1 for a passage that comes first, less for a later one, 0 for one below the first ten."""
    similarities = queries @ passages.T
    own = similarities[np.arange(len(queries)), wanted]
    ranks = (similarities > own[:, None]).sum(1)
    return np.where(ranks < TOP, 1 / np.log2(ranks + 2), 0)


def groups(data: Dataset, rows: np.ndarray, language: int) -> dict[str, np.ndarray]:
    """Which of the rows belong to a group whose figures are told."""
    kind = np.array(data.kinds)[data.kind[rows]]
    is_everyday = np.array(data.sets)[data.set[rows]] == "everyday"
    is_own = (data.language[rows] == language) & (kind == "given")
    own = "English" if data.languages[language] == "en" else "own language"
    return {
        own: is_own & ~is_everyday,
        f"{own}, everyday": is_own & is_everyday,
        "other language": (data.language[rows] != language) & (kind == "given"),
        "other language, word by word": kind == "across",
        **{name: kind == name for name in ("sentence", "keywords", "title", "passage")},
    }


def report(data: Dataset, model: QueryEncoder | None, device: str) -> dict:
    """Means over languages; `model` None: the encoders as they are."""
    by_group: dict[str, list[float]] = {}
    for language, passages in enumerate(data.of_language):
        rows = data.rows_of(language, kept=True)
        if len(rows) == 0:
            continue
        vectors = (
            data.anchor[rows] if model is None else vectors_of(model, data.texts(rows), device)
        )
        found = gains(
            vectors.astype(np.float32),
            data.vectors[passages].astype(np.float32),
            data.place[data.passage[rows]],
        )
        for name, of_group in groups(data, rows, language).items():
            if of_group.sum() >= FEWEST:
                by_group.setdefault(name, []).append(found[of_group].mean())
    return {name: round(float(np.mean(values)), 4) for name, values in sorted(by_group.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the texts, .npz (prepare.py)")
    parser.add_argument("weights", type=Path, nargs="*", help="the files of train.py")
    arguments = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Dataset(arguments.data)
    print("encoders", json.dumps(report(data, None, device)), flush=True)
    for path in arguments.weights:
        model = load_encoder(arguments.trunk, path).to(device)
        print(path.name, json.dumps(report(data, model, device)), flush=True)


if __name__ == "__main__":
    main()
