"""The temperature that makes the probabilities right, from held-out logits: calibrate.py logits.npz calibration.json
Also prints how often each level of confidence is right."""
import json, sys
import numpy as np

LEVELS = (("very_high", 0.9), ("high", 0.75), ("medium", 0.55), ("low", 0.0))


def softmax(x): e = np.exp(x - x.max(1, keepdims=True)); return e / e.sum(1, keepdims=True)


def main():
    z = np.load(sys.argv[1]); names = [k[:-7] for k in z.files if k.endswith(":logits")]
    x = np.concatenate([z[n + ":logits"] for n in names]); y = np.concatenate([z[n + ":label"] for n in names])
    loss = lambda t: -np.log(softmax(x / t)[np.arange(len(y)), y] + 1e-9).mean()
    t = min(np.arange(0.2, 3, 0.01), key=loss); print("temperature %.2f, loss %.4f (%.4f without)" % (t, loss(t), loss(1)))
    for part in ("sst2", "umsab"):
        rows = [n for n in names if n.startswith(part)]; p = softmax(np.concatenate([z[n + ":logits"] for n in rows]) / t); y = np.concatenate([z[n + ":label"] for n in rows])
        best = p.max(1); right = p.argmax(1) == y; top = 1.01
        for level, least in LEVELS:
            here = (best >= least) & (best < top); top = least
            print(part, level, "%.1f %% of the texts, right %.3f" % (100 * here.mean(), right[here].mean() if here.any() else 0))
    json.dump({"temperature": round(float(t), 2)}, open(sys.argv[2], "w")); open(sys.argv[2], "a").write("\n")


if __name__ == "__main__":
    main()
