"""Trains the encoder of queries: each question is to be nearer to its passage than to all others of
the same language.

A run ends after --seconds: the learning rate falls to zero by then, however many steps were made.
Writes the average of the weights in half precision.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from dataset import Dataset
from model import QueryEncoder, packed

WARM_UP = 0.05
WEIGHT_DECAY = 0.01
LARGEST_GRADIENT = 1.0
RATE_DECAY = 0.9
TEMPERATURE = 0.03
# Languages of a step, each with its own passages to choose from.
LANGUAGES_OF_STEP = 4
# Large sets count less than their size.
SIZE_POWER = 0.6
AVERAGE_SHARE = 0.03
# How often texts of a set or a kind are read, relative to others. Most everyday questions and those of
# QAMR were asked of a text in view: by themselves they could mean many texts.
SET_WEIGHTS = {"everyday": 0.3, "qamr": 0.2}
KIND_WEIGHTS = {
    "across": 0.5,
    "sentence": 0.5,
    "keywords": 0.5,
    "title": 0.3,
    "passage": 0.2,
    "follow-up": 0.3,
}


def learning_rate_factor(progress: float) -> float:
    """Linear warm-up, then a linear fall to zero."""
    return min(progress / WARM_UP + 0.01, 1.0) * min(1.0, (1 - progress) / (1 - WARM_UP))


def weights_of(data: Dataset, rows: np.ndarray) -> np.ndarray:
    of_sets = np.array([SET_WEIGHTS.get(name, 1.0) for name in data.sets])
    of_kinds = np.array([KIND_WEIGHTS.get(name, 1.0) for name in data.kinds])
    return of_sets[data.set[rows]] * of_kinds[data.kind[rows]]


def some_of(
    rows: np.ndarray, weights: np.ndarray, most: int, rng: np.random.Generator
) -> np.ndarray:
    """Without repetition, likelier ones sooner (Efraimidis and Spirakis)."""
    return rows[np.argsort(-rng.random(len(rows)) ** (1 / weights))[:most]]


def optimizer_of(model: QueryEncoder, rate: float) -> torch.optim.Optimizer:
    """Lower layers learn more slowly: what they know of the languages is to be kept."""
    groups = [
        {"params": list(layer.parameters()), "full_rate": rate * RATE_DECAY**i, "lr": 0.0}
        for i, layer in enumerate(reversed(model.layers))
    ]
    return torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY, betas=(0.9, 0.98))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the texts, .npz (prepare.py)")
    parser.add_argument("out", type=Path, help="file to write, .npz")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=1e-4, help="of the last layer")
    parser.add_argument("--texts", type=int, default=1024, help="of a language in a step")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--word-dropout", type=float, default=0.1)
    parser.add_argument("--anchor", type=float, default=1.0, help="weight of what the encoders say")
    parser.add_argument("--temperature", type=float, default=TEMPERATURE, help="of cosines")
    arguments = parser.parse_args()

    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Dataset(arguments.data)
    model = QueryEncoder(np.load(arguments.trunk), arguments.dropout, arguments.word_dropout)
    model.to(device).train()
    vectors = torch.from_numpy(data.vectors).to(device).float()
    anchors = torch.from_numpy(data.anchor).to(device).float()
    passages = [vectors[torch.from_numpy(rows).to(device)] for rows in data.of_language]
    rows = [data.rows_of(i, kept=False) for i in range(len(data.languages))]
    row_weights = [weights_of(data, of_language) for of_language in rows]
    sizes = np.array([of_language.sum() for of_language in row_weights])
    weights = sizes**SIZE_POWER
    optimizer = optimizer_of(model, arguments.rate)
    average = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
    started, step, losses = time.time(), 0, []
    while (progress := (time.time() - started) / arguments.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = group["full_rate"] * learning_rate_factor(progress)
        chosen = rng.choice(len(weights), LANGUAGES_OF_STEP, p=weights / weights.sum())
        batch = [some_of(rows[i], row_weights[i], arguments.texts, rng) for i in chosen]
        texts = packed(data.texts(np.concatenate(batch))).to(device)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            queries = model(texts)
        loss = arguments.anchor * (
            1
            - (queries * anchors[torch.from_numpy(np.concatenate(batch)).to(device)]).sum(1).mean()
        )
        for i, of_language, some in zip(
            chosen, batch, queries.split([len(of_language) for of_language in batch])
        ):
            wanted = torch.from_numpy(data.place[data.passage[of_language]]).to(device)
            logits = some @ passages[i].T / arguments.temperature
            loss = loss + F.cross_entropy(logits, wanted) / LANGUAGES_OF_STEP
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), LARGEST_GRADIENT)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        step += 1
        losses.append(loss.detach())
        horizon = max(2.0, AVERAGE_SHARE * step)
        current = model.state_dict()
        torch._foreach_lerp_(list(average.values()), [current[n] for n in average], 1 / horizon)
        if step % (100 if device == "cuda" else 10) == 0:
            mean = torch.stack(losses).mean().item()
            losses.clear()
            print(f"{step} {time.time() - started:.0f}s loss {mean:.3f}", flush=True)
    np.savez(arguments.out, **{name: t.half().cpu().numpy() for name, t in average.items()})
    print("done", step, flush=True)


if __name__ == "__main__":
    main()
