"""What the students learn: combine.py OUT.npz DATA.npz TEACHERS... (names of .npz files; `name@K` left out fold K)
For the sentences of reviews, the mean opinion, weighed with the label of the review; for the examples that have a label, half the label
and half the mean opinion of those teachers that did not see it."""
import sys
import numpy as np

FOLDS = 4
# What a sentence's opinion is multiplied by, by class, when its review is positive: [negative, neutral, positive]
REVIEW = np.array([0.35, 0.7, 1.0])


def main():
    out, data_file, *teachers = sys.argv[1:]
    z = np.load(data_file); names = [str(s) for s in z["sources"]]; source = z["source"]; label = z["label"]
    total = np.zeros((len(label), 3)); count = np.zeros(len(label))
    for t in teachers:
        name, fold = t.split("@") if "@" in t else (t, None)
        p = np.load(name + ".npz"); rows = p["rows"]; use = np.ones(len(rows), bool)
        in_folds = np.array([n.startswith(("sst2", "umsab")) for n in names])[source[rows]]
        if fold is not None:
            for prefix in ("sst2", "umsab"):
                mine = np.flatnonzero(np.array([n.startswith(prefix) for n in names])[source[rows]])
                use[mine] = np.arange(len(mine)) % FOLDS == int(fold)
        else: use[in_folds] = False
        total[rows[use]] += p["p"][use]; count[rows[use]] += 1
    known = np.flatnonzero(count); p = total[known] / count[known][:, None]
    kind = source[known]; y = label[known]
    sentence = np.array([n == "imdb.sentences" for n in names])[kind]
    weights = np.where((y == 2)[:, None], REVIEW, REVIEW[::-1])
    p[sentence] *= weights[sentence]; p[sentence] /= p[sentence].sum(1, keepdims=True)
    hard = np.zeros_like(p); hard[np.arange(len(p)), y] = 1
    p[~sentence] = 0.5 * p[~sentence] + 0.5 * hard[~sentence]
    np.savez(out, rows=known, p=p.astype(np.float16))
    for i, n in enumerate(names):
        if (kind == i).any(): print(n, int((kind == i).sum()), "mean", p[kind == i].mean(0).round(3).tolist())


if __name__ == "__main__":
    main()
