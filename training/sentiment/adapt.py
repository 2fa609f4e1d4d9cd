"""Teaches the classifier more languages: adapt.py --data D.npz --classifier model_int8.onnx --encoder model_int8.onnx --out NAME ...
It goes on from the shipped weights. What they make of an English sentence is what its translation shall give, and sharper with
--sharpen; what they make of their own examples is half of what they shall go on to say of those. Labelled Thai and Korean texts are new to it. With --measure it only measures the shipped weights."""
import argparse, json, math, time
import numpy as np
import torch
from code_switch import foreign_words, switch
from shipped import shipped_model
from train import Data, gold, macro_f1, optimizer_of, probabilities, measure

MIX = {"sst2": 32, "umsab": 48, "neutral": 10, "windows": 16, "sentences": 64, "pairs": 112, "english": 16, "th": 16, "ko": 16}
# What a sentence's opinion is multiplied by, by class, when its review is positive: [negative, neutral, positive], as in combine.py
REVIEW = np.array([0.35, 0.7, 1.0])


class MoreData(Data):
    """Also the groups of prepare_languages.py."""
    def __init__(self, path):
        super().__init__(path, False)
        names = [str(s) for s in self.z["sources"]]; of = self.z["source"]
        pick = lambda test: np.flatnonzero(np.isin(of, [i for i, n in enumerate(names) if test(n)]))
        self.groups.update(pairs=pick(lambda n: n.startswith("pair.") and n != "pair.en"), english=pick(lambda n: n == "pair.en"), th=pick(lambda n: n == "labelled.th"), ko=pick(lambda n: n == "labelled.ko"))
        self.new = {n: pick(lambda m, n=n: m == n) for n in names if n.startswith("held.")}


def measure_all(model, data, device):
    """Beside what train.py measures: Thai by macro F1, Korean by accuracy, where neutral is wrong."""
    out = measure(model, data, device)
    for name, rows in data.new.items():
        y = data.label[rows]; best = probabilities(model, data, rows, device).argmax(1)
        out[name] = round(macro_f1(y, best) if name.endswith("th") else float((best == y).mean()), 4)
    return out


def targets(model, data, device):
    """For every example that is trained on, what it shall give."""
    soft = np.zeros((len(data.label), 3), np.float32); g = data.groups
    for name, smooth in (("neutral", 0.06), ("windows", 0.14), ("th", 0.12), ("ko", 0.12)): soft[g[name]] = gold(data.label[g[name]], smooth)
    for name in ("sst2", "umsab"): soft[g[name]] = 0.5 * probabilities(model, data, g[name], device) + 0.5 * gold(data.label[g[name]], 0.0)
    opinion = probabilities(model, data, g["sentences"], device) * np.where((data.label[g["sentences"]] == 2)[:, None], REVIEW, REVIEW[::-1])
    soft[g["sentences"]] = opinion / opinion.sum(1, keepdims=True)
    soft[g["english"]] = probabilities(model, data, g["english"], device)
    # A translation stands right behind its English sentence.
    soft[g["pairs"]] = soft[g["pairs"] - 1]
    return soft


def balanced(rows, soft, share, rnd):
    """As many rows as can be of which each class is its share: most sentences of the pairs are neutral, few positive."""
    best = soft[rows].argmax(1); want = min((best == c).sum() / share[c] for c in range(3))
    return np.concatenate([rnd.choice(rows[best == c], int(want * share[c]), replace=False) for c in range(3)])


def main():
    ap = argparse.ArgumentParser()
    for n, d in (("data", None), ("classifier", None), ("encoder", None), ("out", None)): ap.add_argument("--" + n, default=d)
    for n, d in (("steps", 4000), ("seed", 0), ("frozen", 0), ("measure", 0)): ap.add_argument("--" + n, type=int, default=d)
    for n, d in (("lr", 1e-4), ("head_lr", 2e-4), ("decay", 0.9), ("words", 0.05), ("switch", 0.3), ("sharpen", 1.0), ("seconds", 1e9)): ap.add_argument("--" + n, type=float, default=d)
    a = ap.parse_args(); a.device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(a.seed); rnd = np.random.default_rng(a.seed); torch.set_num_threads(2)
    data = MoreData(a.data); model = shipped_model(a.classifier, a.encoder).to(a.device)
    if a.measure: return print("shipped", json.dumps(measure_all(model, data, a.device)), flush=True)
    soft = targets(model, data, a.device)
    if a.sharpen != 1:
        pairs = np.concatenate([data.groups["pairs"], data.groups["english"]])
        soft[pairs] **= a.sharpen; soft[pairs] /= soft[pairs].sum(1, keepdims=True)
    train(model, data, soft, a, rnd)
    result = measure_all(model, data, a.device); print(a.out, json.dumps(result), flush=True)
    torch.save(model.state_dict(), a.out + ".pt"); json.dump(result, open(a.out + ".json", "w"))


def train(model, data, soft, a, rnd):
    groups = dict(data.groups, pairs=balanced(data.groups["pairs"], soft, (0.3, 0.4, 0.3), rnd))
    print(a.out, "pairs", len(data.groups["pairs"]), np.bincount(soft[data.groups["pairs"]].argmax(1)).tolist(), "used", len(groups["pairs"]), flush=True)
    queues = {k: iter(()) for k in MIX}
    def take(k):
        rows = []
        while len(rows) < MIX[k]:
            row = next(queues[k], None)
            if row is None: queues[k] = iter(rnd.permutation(groups[k]))
            else: rows.append(row)
        return rows
    optimizer = optimizer_of(model, a); ema = {k: v.detach().clone() for k, v in model.state_dict().items()}; t0 = time.time()
    used = np.bincount(np.concatenate([data.flat[data.starts[r]:data.starts[r] + data.lens[r]] for g in ("sst2", "windows") for r in data.groups[g]]), minlength=len(model.word))
    used[data.z["special"]] = 5                                            # neither English nor foreign
    table = foreign_words(model.word, torch.from_numpy(used).to(a.device))
    for step in range(a.steps):
        done = max(step / a.steps, (time.time() - t0) / a.seconds)
        if done >= 1: break
        rate = min(done / 0.06 + 0.01, 1.0) * (0.5 + 0.5 * math.cos(math.pi * max(0, done - 0.06) / 0.94))
        for g in optimizer.param_groups: g["lr"] = g["base"] * rate
        parts = ([r for k in MIX if k != "windows" for r in take(k)], take("windows")); total = sum(len(p) for p in parts); model.train()
        for rows in parts:
            ids, mask = data.batch(rows, rnd, a.words); y = torch.from_numpy(soft[rows]).to(a.device)
            ids = switch(ids.to(a.device), torch.from_numpy(data.english[rows] & (rnd.random(len(rows)) < 0.5)).to(a.device), table, a.switch)
            with torch.autocast(a.device, dtype=torch.bfloat16, enabled=a.device == "cuda"): logits = model(ids, mask.to(a.device))
            (-(y * logits.log_softmax(1)).sum() / total).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimizer.step(); optimizer.zero_grad(set_to_none=True)
        if step % 10 == 9:
            keep = min(0.99, (1 + step / 10) / (10 + step / 10)); now = model.state_dict()
            torch._foreach_mul_(list(ema.values()), keep); torch._foreach_add_(list(ema.values()), [now[k] for k in ema], alpha=1 - keep)
        if step % 1000 == 999: print(a.out, step + 1, f"{time.time() - t0:.0f}s", json.dumps({k: v for k, v in measure_all(model, data, a.device).items() if not k.startswith("val.")}), flush=True)
    model.load_state_dict(ema)


if __name__ == "__main__":
    main()
