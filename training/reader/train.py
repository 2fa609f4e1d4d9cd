"""Trains the reader from the encoder's layers.

A run ends after --seconds: the learning rate falls to zero by then, however many steps were made.
Writes NAME-0.npz, NAME-1.npz …, the average of the weights in half precision.
"""

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from dataset import Batch, Dataset
from model import PackedTexts, Reader, load_reader, state_of, total_of_texts
from shared_modules import compile_layers

WARM_UP = 0.05
WEIGHT_DECAY = 0.01
BETAS = (0.9, 0.98)
LARGEST_GRADIENT = 1.0
AVERAGE_EVERY = 10
# An average over the last steps: of a short run over fewer.
AVERAGE_SHARE = 0.03
RATE_DECAY = 0.9
# Of the loss, where there is a teacher.
TAUGHT_SHARE = 0.6
# In a weight file, which then is small enough to travel.
LAYERS_OF_FILE = 4


def learning_rate_factor(progress: float) -> float:
    """Linear warm-up, then a linear fall to zero."""
    return min(progress / WARM_UP + 0.01, 1.0) * min(1.0, (1 - progress) / (1 - WARM_UP))


def loss_of(outputs: tuple[torch.Tensor, ...], batch: Batch, smoothing: float) -> torch.Tensor:
    start, end, answerable = outputs
    has_answer = batch.start >= 0
    wanted = has_answer.float() * (1 - 2 * smoothing) + smoothing
    # Texts beyond the examples only fill the batch.
    loss = F.binary_cross_entropy_with_logits(answerable[: len(batch.rows)], wanted)
    places = sum(
        (total_of_texts(logits, batch.packed)[: len(batch.rows)] - logits[at.clamp(min=0)])
        .mul(has_answer)
        .sum()
        for logits, at in ((start, batch.start), (end, batch.end))
    )
    return loss + places / (2 * has_answer.sum().clamp(min=1))


def loss_to_teacher(
    outputs: tuple[torch.Tensor, ...], taught: tuple[torch.Tensor, ...], batch: Batch
) -> torch.Tensor:
    """How far the reader is from what another one says: of the places where an answer is, and of whether
    there is one. A teacher's doubts tell more than a right answer alone."""
    examples = len(batch.rows)
    wanted = taught[2][:examples].sigmoid()
    loss = F.binary_cross_entropy_with_logits(outputs[2][:examples], wanted)
    has_answer = batch.start >= 0
    for own, teacher in zip(outputs[:2], taught[:2]):
        own, teacher = (
            logits - total_of_texts(logits, batch.packed)[batch.packed.text]
            for logits in (own, teacher)
        )
        of_tokens = teacher.exp() * (teacher - own).clamp(-50, 50)
        none = of_tokens.new_zeros(batch.packed.texts)
        divergence = none.index_add(0, batch.packed.text, of_tokens)[:examples] * has_answer
        loss = loss + divergence.sum() / (2 * has_answer.sum().clamp(min=1))
    return loss


def optimizer_of(model: Reader, rate: float, device: str) -> torch.optim.Optimizer:
    """Lower layers learn more slowly: what they know of the languages is to be kept."""
    head = [*model.span.parameters(), *model.hidden.parameters(), *model.out.parameters()]
    groups = [{"params": [*head, model.segment], "full_rate": 2 * rate}]
    for i, layer in enumerate(reversed(model.layers)):
        groups.append({"params": list(layer.parameters()), "full_rate": rate * RATE_DECAY**i})
    for group in groups:
        group.update(lr=0.0, weight_decay=WEIGHT_DECAY)
    return torch.optim.AdamW(groups, betas=BETAS, fused=device == "cuda")


@torch.no_grad()
def read_without_gradient(model: Reader, packed: PackedTexts) -> tuple[torch.Tensor, ...]:
    return model(packed)


class WeightAverage:
    """An exponential moving average of the weights."""

    def __init__(self, model: Reader):
        self.weights = {name: t.detach().clone() for name, t in model.state_dict().items()}

    def update(self, model: Reader, step: int) -> None:
        horizon = max(2.0, AVERAGE_SHARE * step / AVERAGE_EVERY)
        current = model.state_dict()
        averages = list(self.weights.values())
        torch._foreach_lerp_(averages, [current[name] for name in self.weights], 1 / horizon)


class EndlessBatches(IterableDataset):
    """Batches are put together in processes of their own while the GPU is busy."""

    def __init__(self, dataset: Dataset, tokens: int, seed: int):
        self.dataset, self.tokens, self.seed = dataset, tokens, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        return self.dataset.training_batches(self.tokens, rng)


def save(weights: dict[str, torch.Tensor], name: str) -> None:
    save_arrays({key: tensor.half().cpu().numpy() for key, tensor in weights.items()}, name)


def save_arrays(weights: dict[str, np.ndarray], name: str) -> None:
    """In several files of a few layers; the heads are in the first."""
    files: dict[int, dict[str, np.ndarray]] = {}
    for key, array in weights.items():
        layer = int(key.split(".")[1]) if key.startswith("layers.") else 0
        files.setdefault(layer // LAYERS_OF_FILE, {})[key] = array
    for number, arrays in files.items():
        np.savez(f"{name}-{number}.npz", **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("trunk", type=Path, help="the encoder, .npz (encoder_parts/trunk.py)")
    parser.add_argument("data", type=Path, help="the examples, .npz (prepare.py)")
    parser.add_argument("out", help="name of the weights")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--rate", type=float, default=4e-4, help="of the last layer (default: %(default)s)"
    )
    parser.add_argument(
        "--tokens", type=int, default=65_536, help="of a batch (default: %(default)s)"
    )
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--word-dropout", type=float, default=0.08)
    parser.add_argument("--smoothing", type=float, default=0.02, help="of the labels")
    parser.add_argument(
        "--processes", type=int, default=0, help="that put batches together (default: none)"
    )
    parser.add_argument(
        "--begin", type=Path, nargs="+", help="weight files of a reader to begin with"
    )
    parser.add_argument(
        "--teacher", type=Path, nargs="+", help="another reader: its trunk and its weight files"
    )
    arguments = parser.parse_args()

    torch.manual_seed(arguments.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dataset = Dataset(arguments.data)
    endless = EndlessBatches(dataset, arguments.tokens, arguments.seed)
    batches = iter(DataLoader(endless, batch_size=None, num_workers=arguments.processes))
    model = Reader(np.load(arguments.trunk), arguments.dropout, arguments.word_dropout)
    if arguments.begin:
        model.load_state_dict(state_of(arguments.begin))
    model.to(device).train()
    teacher = None
    if arguments.teacher:
        teacher = load_reader(arguments.teacher[0], arguments.teacher[1:]).to(device)
    if device == "cuda":
        compile_layers()
    optimizer = optimizer_of(model, arguments.rate, device)
    average = WeightAverage(model)
    started = time.time()
    step = tokens = 0
    saved = False
    losses = []
    while True:
        progress = (time.time() - started) / arguments.seconds
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = group["full_rate"] * learning_rate_factor(progress)
        batch = next(batches).to(device)
        with torch.autocast(device, dtype=torch.bfloat16):
            outputs = model(batch.packed)
            taught = read_without_gradient(teacher, batch.packed) if teacher else None
        loss = loss_of(outputs, batch, arguments.smoothing)
        if taught:
            loss = (1 - TAUGHT_SHARE) * loss + TAUGHT_SHARE * loss_to_teacher(outputs, taught, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), LARGEST_GRADIENT)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        step += 1
        tokens += len(batch.packed.ids)
        losses.append(loss.detach())
        if step % AVERAGE_EVERY == 0:
            average.update(model, step)
            if step % 100 == 0 or device == "cpu":
                mean = torch.stack(losses).mean().item()
                losses.clear()
                elapsed = time.time() - started
                print(
                    f"{step} {elapsed:.0f}s loss {mean:.3f} {tokens / elapsed:.0f} tokens/s",
                    flush=True,
                )
                if math.isnan(mean):
                    raise SystemExit("The loss is not a number.")
        if not saved and progress > 0.7:
            save(average.weights, arguments.out + "-early")
            saved = True
    save(average.weights, arguments.out)
    print("done", step, tokens, flush=True)


if __name__ == "__main__":
    main()
