"""Figures of the benchmarks."""

import numpy as np
from scipy.stats import spearmanr

TOP = 10


def ndcg(
    similarities: np.ndarray, queries: list[str], documents: list[str], relevance: dict[str, dict]
) -> float:
    """Mean nDCG@10. similarities: [queries, documents]; relevance: grade by query and document."""
    best = np.argsort(-similarities, axis=1, kind="stable")[:, :TOP]
    discounts = 1 / np.log2(np.arange(TOP) + 2)
    values = []
    for row, query in zip(best, queries):
        grades = relevance.get(query)
        if grades:
            gains = np.array([grades.get(documents[i], 0) for i in row])
            ideal = np.sort(list(grades.values()))[::-1][:TOP]
            values.append(gains @ discounts[: len(gains)] / (ideal @ discounts[: len(ideal)]))
    return float(np.mean(values))


def translation_f1(sources: np.ndarray, targets: np.ndarray) -> float:
    """F1 (in percent) of finding the translation, as the Tatoeba benchmark counts it.

    sources[i] translates targets[i]. Each source names its nearest target; precision of a target
    falls when several sources name it.
    """
    nearest = (sources @ targets.T).argmax(1)
    is_right = nearest == np.arange(len(sources))
    named = np.maximum(np.bincount(nearest, minlength=len(sources)), 1)
    return 100 * float((is_right * 2 / (1 + named)).mean())


def spearman(first: np.ndarray, second: np.ndarray) -> float:
    """In percent."""
    return 100 * float(spearmanr(first, second).statistic)
