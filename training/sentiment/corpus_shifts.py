"""How a corpus's labels differ from those that the classifier is to give.

Every corpus draws the line between neutral and the rest elsewhere. While a teacher reads a text of
such a corpus, a shift of the logits, learned for that corpus, comes on top of what the classifier
says; it is dropped afterwards. So the layers learn from all corpora, the classes from ours.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

from shared_modules import HIDDEN

CLASSES = 3


class CorpusShifts(nn.Module):
    def __init__(self, corpora: int):
        super().__init__()
        self.shift = nn.Linear(HIDDEN, corpora * CLASSES)
        nn.init.zeros_(self.shift.weight)
        nn.init.zeros_(self.shift.bias)

    def forward(self, features: torch.Tensor, corpus: torch.Tensor) -> torch.Tensor:
        """features: [batch, HIDDEN]; corpus: [batch], 0 for none -> [batch, CLASSES]."""
        shifts = self.shift(features).float().view(len(features), -1, CLASSES)
        with_none = F.pad(shifts, (0, 0, 1, 0))
        return with_none[torch.arange(len(features), device=features.device), corpus]
