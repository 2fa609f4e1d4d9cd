"""Turns labels and opinions into the probabilities that the classifier is trained to give."""

import numpy as np

# What each class of a sentence's opinion is multiplied by if its review is positive; reversed if it
# is negative. A sentence mostly shares its review's view, but need not.
POSITIVE_REVIEW = np.array([0.35, 0.7, 1.0])
# The same for the labels that other corpora give a text, a row for each label.
OTHER_LABEL = np.array([[1.0, 0.5, 0.15], [0.5, 1.0, 0.5], [0.15, 0.5, 1.0]])


def from_labels(labels: np.ndarray, smoothing: float) -> np.ndarray:
    """[labels, 3]. `smoothing` goes to the other classes, half to each of them."""
    targets = np.zeros((len(labels), 3), np.float32)
    targets[np.arange(len(labels)), labels] = 1 - smoothing
    for i, label in enumerate(labels):
        for other in range(3):
            if other != label:
                targets[i, other] += smoothing / 2
    return targets


def weigh_by_review(opinions: np.ndarray, review_labels: np.ndarray) -> np.ndarray:
    """Multiplies what is thought of a sentence by what its review's label makes likely."""
    is_positive = (review_labels == 2)[:, None]
    weighed = opinions * np.where(is_positive, POSITIVE_REVIEW, POSITIVE_REVIEW[::-1])
    return weighed / weighed.sum(1, keepdims=True)


def weigh_by_label(opinions: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """The same for a label that was given by other rules."""
    weighed = opinions * OTHER_LABEL[labels]
    return weighed / weighed.sum(1, keepdims=True)
