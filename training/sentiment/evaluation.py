"""Measures a classifier on the held-out texts."""

import numpy as np
import torch

from dataset import MAX_TOKENS, Dataset
from metrics import macro_f1
from model import SentimentModel

TOKENS_PER_BATCH = 65_536
TEXTS_PER_BATCH = 4096


@torch.no_grad()
def probabilities(
    model: SentimentModel, dataset: Dataset, rows: np.ndarray, device: str
) -> np.ndarray:
    """[rows, 3]. Texts of like length share a batch, so that little is padding."""
    model.eval()
    found = np.zeros((len(rows), 3), np.float32)
    order = np.argsort(dataset.lengths[rows], kind="stable")
    at = 0
    while at < len(order):
        ahead = rows[order[min(at + 512, len(order) - 1)]]
        width = min(int(dataset.lengths[ahead]), MAX_TOKENS - 2) + 8
        size = max(1, min(len(order) - at, TOKENS_PER_BATCH // width, TEXTS_PER_BATCH))
        part = order[at : at + size]
        ids, mask = dataset.batch(rows[part])
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            logits = model(ids.to(device), mask.to(device))
        found[part] = logits.softmax(1).cpu().numpy()
        at += size
    return found


def measure(model: SentimentModel, dataset: Dataset, device: str) -> dict[str, float]:
    """Figures by name.

    sst2.dev, imdb.held: accuracy between positive and negative; with `.3`, neutral counts as wrong.
    val.<language>: macro F1 of UMSAB; umsab: their mean. other, everyday, written: accuracy on
    the sentences of our own. held.th: macro F1. held.ko: accuracy, neutral counts as wrong.
    """
    figures: dict[str, float] = {}
    own: dict[str, list[np.ndarray]] = {"other": [], "everyday": [], "written": []}
    for name, rows in dataset.held_out.items():
        opinions = probabilities(model, dataset, rows, device)
        labels, predicted = dataset.labels[rows], opinions.argmax(1)
        if name.startswith(("sst2", "imdb")):
            is_positive = opinions[:, 2] > opinions[:, 0]
            figures[name] = _share(is_positive == (labels == 2))
            figures[name + ".3"] = _share(predicted == labels)
        elif name.startswith("umsab"):
            figures[name.removeprefix("umsab.")] = round(macro_f1(labels, predicted), 4)
        else:
            own[name.split(".")[0]].append(predicted == labels)
    languages = [figure for name, figure in figures.items() if name.startswith("val.")]
    figures["umsab"] = round(float(np.mean(languages)), 4)
    for name, right in own.items():
        figures[name] = _share(np.concatenate(right))
    for name, rows in dataset.held_out_languages.items():
        labels = dataset.labels[rows]
        predicted = probabilities(model, dataset, rows, device).argmax(1)
        if name == "held.th":
            figures[name] = round(macro_f1(labels, predicted), 4)
        else:
            figures[name] = _share(predicted == labels)
    return figures


def _share(right: np.ndarray) -> float:
    return round(float(right.mean()), 4)
