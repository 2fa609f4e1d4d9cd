"""The training loop: sampling, learning rate, loss, weight average."""

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch

from code_switch import FOREIGN_UP_TO, NEITHER, find_translations, switch_words
from corpus_shifts import CorpusShifts
from dataset import Dataset
from model import SentimentModel
from shared_modules import WORDPIECE_SIZE

WARM_UP = 0.06
WEIGHT_DECAY = 0.01
BETAS = (0.9, 0.98)
LARGEST_GRADIENT = 1.0
AVERAGE_EVERY = 10
# Of the English texts of a batch, this share gets foreign words.
SWITCHED_TEXTS = 0.5
# Texts are padded to the longest of their batch. So the texts of a step are dealt into batches by
# length, in tokens, up to these bounds and beyond.
BATCH_LENGTHS = (32, 80)


@dataclass
class Options:
    """How to train. `seconds` ends a run early; the learning rate falls to zero either way."""

    steps: int
    seconds: float
    layer_rate: float
    head_rate: float
    rate_decay: float
    unknown_share: float
    switched_share: float
    report_every: int
    device: str


def add_arguments(parser: argparse.ArgumentParser, steps: int, head_rate: float) -> None:
    """The arguments that Options are made of, apart from --switched-share."""
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=steps, help="default: %(default)s")
    parser.add_argument(
        "--seconds", type=float, default=1e9, help="end after this time even if steps are left"
    )
    parser.add_argument(
        "--layer-rate",
        type=float,
        default=1e-4,
        help="learning rate of the last layer (default: %(default)s)",
    )
    parser.add_argument(
        "--head-rate",
        type=float,
        default=head_rate,
        help="learning rate of the two products on top (default: %(default)s)",
    )
    parser.add_argument(
        "--rate-decay",
        type=float,
        default=0.9,
        help="a layer's rate, as a factor of the layer above's (default: %(default)s)",
    )
    parser.add_argument(
        "--unknown-share",
        type=float,
        default=0.05,
        help="share of tokens replaced by [UNK] (default: %(default)s)",
    )


def start(seed: int) -> tuple[str, np.random.Generator]:
    """Seeds everything. Returns the device and the generator that samples the examples."""
    torch.manual_seed(seed)
    torch.set_num_threads(2)  # several trainings share one machine
    return "cuda" if torch.cuda.is_available() else "cpu", np.random.default_rng(seed)


class GroupSampler:
    """Draws rows of each group in a random order; a group that is used up is shuffled again."""

    def __init__(self, groups: dict[str, np.ndarray], rng: np.random.Generator):
        self._groups = groups
        self._rng = rng
        self._queues: dict[str, Iterator[int]] = {name: iter(()) for name in groups}

    def take(self, group: str, count: int) -> list[int]:
        rows: list[int] = []
        while len(rows) < count:
            if not len(self._groups[group]):
                raise ValueError(f"there are no examples in the group {group}")
            row = next(self._queues[group], None)
            if row is None:
                self._queues[group] = iter(self._rng.permutation(self._groups[group]))
            else:
                rows.append(row)
        return rows


def split_by_length(rows: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
    batch_of = np.searchsorted(BATCH_LENGTHS, lengths[rows])
    batches = [rows[batch_of == i] for i in range(len(BATCH_LENGTHS) + 1)]
    return [batch for batch in batches if len(batch)]


class WeightAverage:
    """An exponential moving average of the weights, over about the last thousand steps."""

    def __init__(self, model: SentimentModel):
        self._average = {name: t.detach().clone() for name, t in model.state_dict().items()}

    def update(self, model: SentimentModel, step: int) -> None:
        keep = min(0.99, (1 + step / AVERAGE_EVERY) / (AVERAGE_EVERY + step / AVERAGE_EVERY))
        current = model.state_dict()
        averages = list(self._average.values())
        torch._foreach_mul_(averages, keep)
        torch._foreach_add_(averages, [current[name] for name in self._average], alpha=1 - keep)

    def copy_to(self, model: SentimentModel) -> None:
        model.load_state_dict(self._average)


def learning_rate_factor(progress: float) -> float:
    """Linear warm-up, then half a cosine down to zero."""
    warm_up = min(progress / WARM_UP + 0.01, 1.0)
    fall = math.pi * max(0, progress - WARM_UP) / (1 - WARM_UP)
    return warm_up * (0.5 + 0.5 * math.cos(fall))


def train_classifier(
    model: SentimentModel,
    dataset: Dataset,
    targets: np.ndarray,
    groups: dict[str, np.ndarray],
    mix: dict[str, int],
    options: Options,
    rng: np.random.Generator,
    report: Callable[[int, float], None],
    shifts: CorpusShifts | None = None,
) -> None:
    """Leaves the average of the weights in the model.

    targets: [texts of the data set, 3]; mix: how many rows of each group a step sees; shifts: if
    the targets of other corpora are their labels.
    """
    sampler = GroupSampler(groups, rng)
    optimizer = _optimizer(model, shifts, options)
    average = WeightAverage(model)
    started = time.time()
    translations = _translations(model, dataset, options) if options.switched_share else None
    for step in range(options.steps):
        elapsed = time.time() - started
        progress = max(step / options.steps, elapsed / options.seconds)
        if progress >= 1:
            break
        for parameters in optimizer.param_groups:
            parameters["lr"] = parameters["full_rate"] * learning_rate_factor(progress)
        drawn = np.array([row for group in mix for row in sampler.take(group, mix[group])])
        model.train()
        for rows in split_by_length(drawn, dataset.lengths):
            ids, mask = dataset.batch(rows, rng, options.unknown_share)
            ids = ids.to(options.device)
            if translations is not None:
                switched = dataset.is_english[rows] & (rng.random(len(rows)) < SWITCHED_TEXTS)
                switched = torch.from_numpy(switched).to(options.device)
                ids = switch_words(ids, switched, translations, options.switched_share)
            wanted = torch.from_numpy(targets[rows]).to(options.device)
            is_cuda = options.device == "cuda"
            with torch.autocast(options.device, dtype=torch.bfloat16, enabled=is_cuda):
                features = model.features(ids, mask.to(options.device))
                logits = model.out(features).float()
                if shifts is not None:
                    corpus = torch.from_numpy(dataset.corpus[rows]).to(options.device)
                    logits = logits + shifts(features, corpus)
            loss = -(wanted * logits.log_softmax(1)).sum() / len(drawn)
            loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), LARGEST_GRADIENT)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if (step + 1) % AVERAGE_EVERY == 0:
            average.update(model, step)
        if (step + 1) % options.report_every == 0:
            report(step + 1, time.time() - started)
    average.copy_to(model)


def write_result(name: str, model: SentimentModel, figures: dict[str, float]) -> None:
    """NAME.pt has the trained weights, NAME.json the held-out figures."""
    torch.save(model.state_dict(), name + ".pt")
    with open(name + ".json", "w") as file:
        json.dump(figures, file)


def _optimizer(
    model: SentimentModel, shifts: CorpusShifts | None, options: Options
) -> torch.optim.Optimizer:
    """Lower layers learn more slowly: what they know of the language is to be kept."""
    head = list(model.hidden.parameters()) + list(model.out.parameters())
    if shifts is not None:
        head += list(shifts.parameters())
    groups = [{"params": head, "lr": options.head_rate}]
    for i, layer in enumerate(model.layers):
        rate = options.layer_rate * options.rate_decay ** (len(model.layers) - 1 - i)
        groups.append({"params": list(layer.parameters()), "lr": rate})
    if model.word.requires_grad:
        rate = options.layer_rate * options.rate_decay ** len(model.layers)
        groups.append({"params": [model.word], "lr": rate})
    for group in groups:
        group.update(full_rate=group["lr"], weight_decay=WEIGHT_DECAY)
    return torch.optim.AdamW(groups, betas=BETAS, fused=options.device == "cuda")


def _translations(model: SentimentModel, dataset: Dataset, options: Options) -> torch.Tensor:
    counts = dataset.count_tokens(("sst2", "windows"), len(model.word))
    counts[dataset.special] = NEITHER
    # WordPiece is English: what these texts don't use of it is no foreign word.
    unused = np.flatnonzero(counts[:WORDPIECE_SIZE] <= FOREIGN_UP_TO)
    counts[unused] = NEITHER
    return find_translations(model.word, torch.from_numpy(counts).to(options.device))
