"""The training that train.py and distil.py share: schedule, steps, average of the weights,
validation, best result.

The schedule goes by the clock, because time on the GPU is what is given. The weights that count are
an exponential moving average; among its validated states the best one is kept.
"""

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

from batch_stream import BatchStream, Draw
from batches import TrainingPacker
from losses import LossWeights, encoder_loss
from packed_bert import PackedBert, to_bert

WARM_UP_STEPS = 100
LOWEST_RATE = 0.01
BETAS = (0.9, 0.98)
LAYER_DECAY = 0.01
OFFSET_DECAY = 0.05
LARGEST_GRADIENT = 2.0
AVERAGE = 0.998
REPORT_EVERY = 200


@dataclass
class Schedule:
    """minutes; the layers stand still until `hold` of the time and have their full rate from `ramp`
    on.

    The word table of new pieces is still rough at first: layers that followed it would lose what
    they know.
    """

    minutes: float
    layer_rate: float
    offset_rate: float
    projection_rate: float
    hold: float = 0.0
    ramp: float = 0.0
    validate_every: float = 2.5  # minutes
    most_steps: int = 10**9

    def factors(self, progress: float, step: int) -> tuple[float, float]:
        """Factors of the learning rates: of the word table and of the layers."""
        cosine = 0.5 * (1 + math.cos(math.pi * min(1, progress)))
        fall = cosine * (1 - LOWEST_RATE) + LOWEST_RATE
        table = min(1.0, (step + 1) / WARM_UP_STEPS) * fall
        if not self.hold:
            return table, table
        ramp = max(self.ramp - self.hold, 1e-6)
        return table, min(1.0, max(0.0, (progress - self.hold) / ramp)) * fall


@dataclass
class Targets:
    """vectors: bge-small's vectors of all English texts; hashes: of those texts."""

    vectors: torch.Tensor
    hashes: torch.Tensor


class Trainer:
    def __init__(
        self,
        model: PackedBert,
        packer: TrainingPacker,
        targets: Targets,
        schedule: Schedule,
        output: Path,
        validate: Callable[[PackedBert], dict] | None,
        teacher: PackedBert | None = None,
    ):
        """validate: returns figures with a `score`; without it the last average is the result."""
        self.model, self._packer, self._targets = model, packer, targets
        self._schedule, self._output = schedule, output
        self._validate, self._teacher = validate, teacher
        self._device = targets.vectors.device
        self._parameters = [p for p in model.parameters() if p.requires_grad]
        self._average = [p.detach().clone() for p in self._parameters]
        self._optimizer = self._make_optimizer()
        self._best: tuple[float, int, list[torch.Tensor]] | None = None

    def train(self, stream: BatchStream) -> None:
        """Leaves the best average in the model, and writes it with BERT's names."""
        self.model.train()
        self._check(0)
        started = checked = time.time()
        step = tokens = 0
        for draw in stream:
            progress = (time.time() - started) / (60 * self._schedule.minutes)
            if progress >= 1 or step >= self._schedule.most_steps:
                break
            self._set_rates(progress, step)
            loss, parts = self._step(draw)
            self._update_average(step)
            step += 1
            tokens += draw.total
            if step in (1, 5, 20, 60) or step % REPORT_EVERY == 0:
                figures = {name: round(float(part), 5) for name, part in parts.items()}
                speed = tokens / (time.time() - started)
                print(
                    f"step {step} loss {float(loss):.4f} {figures} {speed:,.0f} tokens/s",
                    flush=True,
                )
            if time.time() - checked > 60 * self._schedule.validate_every:
                self._check(step)
                checked = time.time()
        stream.close()
        self._check(step)
        self._take_best()
        self.model.eval()
        save_file(to_bert(self.model), self._output / "weights.safetensors")
        torch.save(self.model.state_dict(), self._output / "state.pt")

    def _step(self, draw: Draw) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        batch = self._packer.pack(draw.starts, draw.lengths, draw.total)
        targets = F.normalize(self._targets.vectors[draw.targets].float(), dim=1)
        kind = self._device.type
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=kind == "cuda"):
            vectors = self.model(batch)
            cosine_targets = targets
            if self._teacher is not None:
                with torch.no_grad():
                    cosine_targets = self._teacher(batch)
        english = self._targets.hashes[draw.targets]
        loss, parts = encoder_loss(vectors, targets, english, cosine_targets, LossWeights())
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._parameters, LARGEST_GRADIENT)
        self._optimizer.step()
        return loss.detach(), parts

    def _make_optimizer(self) -> torch.optim.Optimizer:
        model, schedule = self.model, self._schedule
        table = [model.piece_offsets, model.projection, model.projection_bias]
        others = [p for p in self._parameters if all(p is not t for t in table)]
        groups = [
            # part, rate, weight decay, parameters
            ("table", schedule.offset_rate, OFFSET_DECAY, table[:1]),
            ("table", schedule.projection_rate, 0.0, table[1:]),
            ("layers", schedule.layer_rate, LAYER_DECAY, [p for p in others if p.dim() > 1]),
            ("layers", schedule.layer_rate, 0.0, [p for p in others if p.dim() <= 1]),
        ]
        return torch.optim.AdamW(
            [
                {"params": p, "lr": rate, "full_rate": rate, "weight_decay": decay, "part": part}
                for part, rate, decay, p in groups
            ],
            betas=BETAS,
            fused=self._device.type == "cuda",
        )

    def _set_rates(self, progress: float, step: int) -> None:
        table, layers = self._schedule.factors(progress, step)
        for group in self._optimizer.param_groups:
            group["lr"] = group["full_rate"] * (table if group["part"] == "table" else layers)

    @torch.no_grad()
    def _update_average(self, step: int) -> None:
        keep = min(AVERAGE, (step + 1) / (step + 20))
        torch._foreach_lerp_(self._average, [p.data for p in self._parameters], 1 - keep)

    def _check(self, step: int) -> None:
        """Validates the average and remembers it if it is the best so far."""
        if self._validate is None:
            return
        self._swap_average()
        figures = self._validate(self.model)
        print(f"validation at step {step}", json.dumps(figures), flush=True)
        if self._best is None or figures["score"] >= self._best[0]:
            copies = [p.detach().clone() for p in self._parameters]
            self._best = (figures["score"], step, copies)
        self._swap_average()

    def _take_best(self) -> None:
        weights = self._average if self._best is None else self._best[2]
        if self._best is not None:
            print(f"weights of step {self._best[1]}, score {self._best[0]}", flush=True)
        with torch.no_grad():
            for parameter, weight in zip(self._parameters, weights):
                parameter.copy_(weight)

    def _swap_average(self) -> None:
        for parameter, average in zip(self._parameters, self._average):
            parameter.data, average.data = average.data, parameter.data
