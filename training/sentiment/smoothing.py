"""The factors that smooth the classifier's activations, from examples of every group."""

import numpy as np

from dataset import Dataset
from model import SentimentModel
from shared_modules import Factors, factors_while

TEXTS_PER_GROUP = 40
SEED = 5


def smoothing_factors(model: SentimentModel, dataset: Dataset) -> Factors:
    def read_texts() -> None:
        rng = np.random.default_rng(SEED)
        for rows in dataset.groups.values():
            for row in rng.permutation(rows)[:TEXTS_PER_GROUP]:
                ids, mask = dataset.batch([row])
                length = int(mask.sum())  # padding's activations are never used
                model(ids[:, :length], mask[:, :length])

    return factors_while(model, read_texts)
