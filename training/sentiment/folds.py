"""Which labelled examples a teacher leaves out, so that its opinion of them is honest."""

import numpy as np

FOLDS = 4
FOLDED_GROUPS = ("sst2", "umsab", "th", "ko")

Groups = dict[str, np.ndarray]


def leave_out_fold(groups: Groups, fold: int | None) -> tuple[Groups, np.ndarray]:
    """The groups without the fold, and the rows that were left out."""
    kept = dict(groups)
    left_out = [np.zeros(0, np.int64)]
    for name in FOLDED_GROUPS if fold is not None else ():
        rows = groups[name]
        is_left_out = np.arange(len(rows)) % FOLDS == fold
        kept[name] = rows[~is_left_out]
        left_out.append(rows[is_left_out])
    return kept, np.concatenate(left_out)
