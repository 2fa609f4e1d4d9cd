"""What is done to the logits, from those of held-out texts: calibrate.py logits.npz calibration.json
`neutral` is added to that of the class neutral, into which the classifier puts what it does not know: of those that cost UMSAB at most
MOST_LOST of its macro F1, the one that is right most often on the sentences of our own. `temperature`, which all are divided by then,
makes the probabilities right on SST-2 and UMSAB. Also prints how often each level of confidence is right."""
import json, sys
import numpy as np

LEVELS = (("very_high", 0.9), ("high", 0.75), ("medium", 0.55), ("low", 0.0))


NEUTRAL = np.arange(0, -0.55, -0.1)
MOST_LOST = 0.003


def macro_f1(y, p): return np.mean([2 * ((p == c) & (y == c)).sum() / max(1, (p == c).sum() + (y == c).sum()) for c in range(3)])


def choose_neutral(z, names):
    def right(shift):
        p = {n: (z[n + ":logits"] + [0, shift, 0]).argmax(1) for n in names}
        own = np.concatenate([p[n] == z[n + ":label"] for n in names if n.startswith("own")])
        umsab = np.mean([macro_f1(z[n + ":label"], p[n]) for n in names if n.startswith("umsab")])
        print("neutral %.1f: UMSAB %.4f, own sentences %.4f" % (shift, umsab, own.mean())); return umsab, own.mean()
    found = {shift: right(shift) for shift in NEUTRAL}
    return max((s for s in NEUTRAL if found[s][0] >= found[NEUTRAL[0]][0] - MOST_LOST), key=lambda s: found[s][1])


def softmax(x): e = np.exp(x - x.max(1, keepdims=True)); return e / e.sum(1, keepdims=True)


def main():
    z = np.load(sys.argv[1]); names = [k[:-7] for k in z.files if k.endswith(":logits")]
    shift = round(float(choose_neutral(z, names)), 2); names = [n for n in names if not n.startswith("own")]; logits = {n: z[n + ":logits"] + np.array([0, shift, 0]) for n in names}
    x = np.concatenate([logits[n] for n in names]); y = np.concatenate([z[n + ":label"] for n in names])
    loss = lambda t: -np.log(softmax(x / t)[np.arange(len(y)), y] + 1e-9).mean()
    t = min(np.arange(0.2, 3, 0.01), key=loss); print("temperature %.2f, loss %.4f (%.4f without)" % (t, loss(t), loss(1)))
    for part in ("sst2", "umsab"):
        rows = [n for n in names if n.startswith(part)]; p = softmax(np.concatenate([logits[n] for n in rows]) / t); y = np.concatenate([z[n + ":label"] for n in rows])
        best = p.max(1); right = p.argmax(1) == y; top = 1.01
        for level, least in LEVELS:
            here = (best >= least) & (best < top); top = least
            print(part, level, "%.1f %% of the texts, right %.3f" % (100 * here.mean(), right[here].mean() if here.any() else 0))
    json.dump({"temperature": round(float(t), 2), "neutral": shift}, open(sys.argv[2], "w")); open(sys.argv[2], "a").write("\n")


if __name__ == "__main__":
    main()
