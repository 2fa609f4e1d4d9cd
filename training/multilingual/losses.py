"""What the encoder is trained to: a text's vector is to be bge-small's vector of its English.

Z: the encoder's vectors, T: their targets, both [texts, width] of unit length.

loss = 20 · mean(1 − cos(Zi, Ti))            the vector itself
     + InfoNCE(Zi against all Tj)            the right target is nearer than the batch's others
     + 40 · mean((Zi·Zj − Ti·Tj)²)           texts lie to each other as their targets do
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F

TEMPERATURE = 0.03
# Targets nearer than this mean the same: they do not count as wrong candidates.
SAME_MEANING = 0.95
MASKED = -1e4


@dataclass
class LossWeights:
    cosine: float = 20.0
    contrast: float = 1.0
    similarity: float = 40.0


def encoder_loss(
    vectors: torch.Tensor,
    targets: torch.Tensor,
    english: torch.Tensor,
    cosine_targets: torch.Tensor,
    weights: LossWeights,
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Returns the loss and its parts.

    english: hashes of the texts' English; equal ones do not count as wrong candidates.
    cosine_targets: what the first part compares with; the targets themselves, or a teacher's
    vectors of the same texts (distil.py).
    """
    count = len(vectors)
    # The three products are the largest of the whole step after the layers: in bf16 on the GPU.
    with torch.autocast(vectors.device.type, dtype=torch.bfloat16, enabled=vectors.is_cuda):
        to_targets = vectors @ targets.T
        among_targets = targets @ targets.T
        among_vectors = vectors @ vectors.T
    to_targets, among_targets = to_targets.float(), among_targets.float()
    is_same = (english[:, None] == english[None, :]) | (among_targets > SAME_MEANING)
    is_same &= ~torch.eye(count, dtype=torch.bool, device=vectors.device)
    candidates = (to_targets / TEMPERATURE).masked_fill(is_same, MASKED)
    parts = {
        "cosine": 1 - (vectors * cosine_targets).sum(1).mean(),
        "contrast": F.cross_entropy(candidates, torch.arange(count, device=vectors.device)),
        "similarity": ((among_vectors.float() - among_targets) ** 2).mean(),
    }
    loss = sum(getattr(weights, name) * part for name, part in parts.items())
    return loss, {name: part.detach() for name, part in parts.items()}
