"""Trains one classifier and writes its weights and what it makes of every example.
train.py --trunk T.npz --data D.npz --out NAME [--fold K] [--targets T.npz] [--languages en] ...
Without --targets it learns from the labels (a teacher; with --fold it leaves out a quarter of SST-2 and UMSAB, so that its opinion of
them is honest). With --targets it learns from the teachers' probabilities (a student), on the sentences of reviews as well.
train.py --average A.pt,B.pt ... only averages weights and measures."""
import argparse, json, math, time
import numpy as np
import torch
import torch.nn.functional as F
from code_switch import foreign_words, switch
from model import SentimentModel

MAX_TOKENS, FOLDS = 256, 4
# Languages with neutral examples alone: with them the model would learn that all they say is neutral.
NEUTRAL_ALONE = (".ru", ".zh")
# How many examples of each kind a step sees. Windows are up to 254 tokens out of a long review.
TEACHER_MIX = {"sst2": 32, "umsab": 48, "neutral": 10, "windows": 24}
STUDENT_MIX = {"sst2": 32, "umsab": 48, "neutral": 10, "windows": 16, "sentences": 96}


class Data:
    def __init__(self, path, english_only):
        z = np.load(path); self.z = {k: z[k] for k in z.files}
        self.flat, self.starts, self.lens, self.label = (self.z[k] for k in ("flat", "starts", "lens", "label"))
        self.cls, self.sep, self.pad, self.unk = self.z["special"].tolist()
        names = [str(s) for s in self.z["sources"]]; of = self.z["source"]
        pick = lambda test: np.flatnonzero(np.isin(of, [i for i, n in enumerate(names) if test(n)]))
        own = lambda n: not english_only or n.endswith((".english", ".en"))
        self.groups = {"sst2": pick(lambda n: n == "sst2.train"), "umsab": pick(lambda n: n.startswith("umsab.train") and own(n)),
                       "neutral": pick(lambda n: n.startswith("neutral") and own(n) and not n.endswith(NEUTRAL_ALONE)), "windows": pick(lambda n: n == "imdb.train"), "sentences": pick(lambda n: n == "imdb.sentences")}
        self.english = np.array([n.startswith(("sst2", "imdb")) or n.endswith((".english", ".en")) for n in names])[of]
        self.held = {n: pick(lambda m, n=n: m == n) for n in names if n.startswith(("sst2.dev", "umsab.val", "other", "imdb.held"))}

    def batch(self, rows, rnd=None, drop=0.0):
        """Padded ids and mask; with rnd, a window at the start, the end or anywhere of what is too long, and some words unknown."""
        room = MAX_TOKENS - 2; texts = []
        for r in rows:
            n, s = int(self.lens[r]), int(self.starts[r])
            if n > room and rnd is not None:
                where = rnd.random()
                s += 0 if where < 0.3 else n - room if where < 0.65 else rnd.integers(0, n - room + 1)
            t = self.flat[s:s + min(n, room)]
            if rnd is not None and drop: t = np.where(rnd.random(len(t)) < drop, self.unk, t)
            texts.append(t)
        width = max(len(t) for t in texts) + 2; width += -width % 8
        ids = np.full((len(rows), width), self.pad, np.int64); mask = np.zeros((len(rows), width), np.int64)
        for i, t in enumerate(texts):
            ids[i, 0] = self.cls; ids[i, 1:len(t) + 1] = t; ids[i, len(t) + 1] = self.sep; mask[i, :len(t) + 2] = 1
        return torch.from_numpy(ids), torch.from_numpy(mask)


def gold(label, smooth):
    """One label as probabilities; some of it goes to the others, half as much to the opposite as to neutral."""
    y = np.zeros((len(label), 3), np.float32); y[np.arange(len(label)), label] = 1 - smooth
    for i, l in enumerate(label):
        if l == 1: y[i, 0] = y[i, 2] = smooth / 2
        else: y[i, 1] += smooth / 2; y[i, 2 - l] += smooth / 2
    return y


@torch.no_grad()
def probabilities(model, data, rows, device, tokens=65536):
    model.eval(); out = np.zeros((len(rows), 3), np.float32)
    order = np.argsort(data.lens[rows], kind="stable"); i = 0
    while i < len(order):
        n = max(1, min(len(order) - i, tokens // (min(int(data.lens[rows[order[min(i + 512, len(order) - 1)]]]), 254) + 8), 4096))
        part = order[i:i + n]; ids, mask = data.batch(rows[part])
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"): logits = model(ids.to(device), mask.to(device))
        out[part] = logits.softmax(1).cpu().numpy(); i += n
    return out


def macro_f1(y, p):
    f = [2 * ((p == c) & (y == c)).sum() / max(1, (p == c).sum() + (y == c).sum()) for c in range(3)]
    return float(np.mean(f))


def measure(model, data, device):
    """SST-2 and reviews: accuracy between positive and negative, and with neutral counted as wrong; UMSAB: macro F1."""
    out = {}; other_y, other_p = [], []
    for name, rows in data.held.items():
        p = probabilities(model, data, rows, device); y = data.label[rows]; best = p.argmax(1)
        if name.startswith(("sst2", "imdb")): out[name] = round(float(((p[:, 2] > p[:, 0]) == (y == 2)).mean()), 4); out[name + ".3"] = round(float((best == y).mean()), 4)
        elif name.startswith("umsab"): out[name[6:]] = round(macro_f1(y, best), 4)
        else: other_y.append(y); other_p.append(best)
    out["umsab"] = round(float(np.mean([v for k, v in out.items() if k.startswith("val.")])), 4)
    y, p = np.concatenate(other_y), np.concatenate(other_p)
    out["other"] = round(float((y == p).mean()), 4); out["other.polar"] = round(float((y == p)[y != 1].mean()), 4)
    return out


def optimizer_of(model, a):
    groups = [{"params": list(model.hidden.parameters()) + list(model.out.parameters()), "lr": a.head_lr, "weight_decay": 0.01}]
    for i, layer in enumerate(model.layers):
        if i < a.frozen: layer.requires_grad_(False)
        else: groups.append({"params": list(layer.parameters()), "lr": a.lr * a.decay ** (len(model.layers) - 1 - i), "weight_decay": 0.01})
    for g in groups: g["base"] = g["lr"]
    return torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=a.device == "cuda")


def main():
    ap = argparse.ArgumentParser()
    for n, d in (("trunk", None), ("data", None), ("out", None), ("targets", None), ("average", None), ("languages", "all"), ("init", None)): ap.add_argument("--" + n, default=d)
    for n, d in (("fold", -1), ("steps", 1500), ("seed", 0), ("frozen", 0), ("predict", 1), ("scale", 1)): ap.add_argument("--" + n, type=int, default=d)
    for n, d in (("lr", 1e-4), ("head_lr", 4e-4), ("decay", 0.9), ("dropout", 0.1), ("words", 0.05), ("switch", 0.0), ("seconds", 1e9)): ap.add_argument("--" + n, type=float, default=d)
    a = ap.parse_args(); a.device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(a.seed); rnd = np.random.default_rng(a.seed); torch.set_num_threads(2)
    data = Data(a.data, a.languages == "en"); model = SentimentModel(np.load(a.trunk), dropout=a.dropout).to(a.device)
    if a.average:
        parts = [torch.load(p, map_location=a.device) for p in a.average.split(",")]
        model.load_state_dict({k: sum(p[k] for p in parts) / len(parts) for k in parts[0]})
    else:
        if a.init: model.load_state_dict(torch.load(a.init, map_location=a.device))
        train(model, data, a, rnd)
    result = measure(model, data, a.device)
    print(a.out.split("/")[-1], json.dumps(result), flush=True)
    torch.save(model.state_dict(), a.out + ".pt"); json.dump(result, open(a.out + ".json", "w"))
    if a.predict:
        rows = np.concatenate([data.groups[g] for g in ("sst2", "umsab", "sentences")])
        np.savez(a.out + ".npz", rows=rows, p=probabilities(model, data, rows, a.device).astype(np.float16))


def train(model, data, a, rnd):
    mix = dict(STUDENT_MIX if a.targets else TEACHER_MIX); mix = {k: n * a.scale for k, n in mix.items()}
    soft = np.zeros((len(data.label), 3), np.float32)
    for name, smooth in (("sst2", 0.04), ("umsab", 0.1), ("neutral", 0.06), ("windows", 0.14)): soft[data.groups[name]] = gold(data.label[data.groups[name]], smooth)
    if a.targets:
        t = np.load(a.targets); soft[t["rows"]] = t["p"]
    groups = dict(data.groups)
    if a.fold >= 0:
        for name in ("sst2", "umsab"): groups[name] = groups[name][np.arange(len(groups[name])) % FOLDS != a.fold]
    queues = {k: iter(()) for k in mix}
    def take(k):
        rows = []
        while len(rows) < mix[k]:
            row = next(queues[k], None)
            if row is None: queues[k] = iter(rnd.permutation(groups[k]))
            else: rows.append(row)
        return rows
    optimizer = optimizer_of(model, a); ema = {k: v.detach().clone() for k, v in model.state_dict().items()}; t0 = time.time()
    if a.switch:
        used = np.bincount(np.concatenate([data.flat[data.starts[r]:data.starts[r] + data.lens[r]] for g in ("sst2", "windows") for r in data.groups[g]]), minlength=len(model.word))
        used[data.z["special"]] = 5                                        # neither English nor foreign
        table = foreign_words(model.word, torch.from_numpy(used).to(a.device))
    for step in range(a.steps):
        done = max(step / a.steps, (time.time() - t0) / a.seconds)
        if done >= 1: break
        rate = min(done / 0.06 + 0.01, 1.0) * (0.5 + 0.5 * math.cos(math.pi * max(0, done - 0.06) / 0.94))
        for g in optimizer.param_groups: g["lr"] = g["base"] * rate
        short = [r for k in mix if k != "windows" for r in take(k)]; parts = (short, take("windows")); total = sum(len(p) for p in parts)
        model.train()
        for rows in parts:
            ids, mask = data.batch(rows, rnd, a.words); y = torch.from_numpy(soft[rows]).to(a.device)
            ids = ids.to(a.device)
            if a.switch: ids = switch(ids, torch.from_numpy(data.english[rows] & (rnd.random(len(rows)) < 0.5)).to(a.device), table, a.switch)
            with torch.autocast(a.device, dtype=torch.bfloat16, enabled=a.device == "cuda"): logits = model(ids, mask.to(a.device))
            loss = -(y * logits.log_softmax(1)).sum() / total; loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimizer.step(); optimizer.zero_grad(set_to_none=True)
        if step % 10 == 9:
            keep = min(0.99, (1 + step / 10) / (10 + step / 10))          # an average over about the last thousand steps
            now = model.state_dict()
            torch._foreach_mul_(list(ema.values()), keep); torch._foreach_add_(list(ema.values()), [now[k] for k in ema], alpha=1 - keep)
        if step % 1500 == 1499: print(a.out.split("/")[-1], step + 1, f"{time.time() - t0:.0f}s", json.dumps({k: v for k, v in measure(model, data, a.device).items() if "." not in k or "sst" in k}), flush=True)
    model.load_state_dict(ema)


if __name__ == "__main__":
    main()
