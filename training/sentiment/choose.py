"""Measures students and averages of their weights, and keeps the best three in fp16: choose.py TRUNK.npz DATA.npz OUTDIR NAMES...
Files are split at the fourth layer."""
import itertools, json, sys
import numpy as np
import torch
from model import SentimentModel
from adapt import MoreData, measure_all


def main():
    trunk, data_file, out, *names = sys.argv[1:]; device = "cuda" if torch.cuda.is_available() else "cpu"
    data = MoreData(data_file); model = SentimentModel(np.load(trunk)).to(device)
    weights = {n: torch.load(n + ".pt", map_location=device) for n in names}; found = []
    for size in range(1, len(names) + 1):
        for group in itertools.combinations(names, size):
            mean = {k: sum(weights[n][k] for n in group) / size for k in weights[names[0]]}
            model.load_state_dict(mean); r = measure_all(model, data, device)
            found.append((r["sst2.dev.3"] + r["umsab"] + 0.5 * r["other"] + sum(0.25 * r[n] for n in data.new), "+".join(group), mean, r))
            print("+".join(group), {k: r[k] for k in ("sst2.dev", "sst2.dev.3", "umsab", "other", "other.polar", "imdb.held.3", *data.new)}, flush=True)
    for i, (_, name, mean, r) in enumerate(sorted(found, key=lambda f: -f[0])[:3]):
        half = {k: v.half().cpu().numpy() for k, v in mean.items()}; low = lambda k: k[:8] in ("layers.0", "layers.1", "layers.2")
        np.savez(f"{out}/best{i}-low.npz", **{k: v for k, v in half.items() if low(k)}); np.savez(f"{out}/best{i}-high.npz", **{k: v for k, v in half.items() if not low(k)})
        json.dump({"name": name, **r}, open(f"{out}/best{i}.json", "w")) if i == 0 else None
        print("kept", i, name, json.dumps(r))


if __name__ == "__main__":
    main()
