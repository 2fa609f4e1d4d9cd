"""Packs texts of a flat array of tokens into batches, and encodes many texts."""

from collections.abc import Sequence

import numpy as np
import torch

from mixed_tokenizer import WORDPIECE_SIZE
from packed_bert import HIDDEN, POSITIONS, PackedBatch, PackedBert

# A batch is filled up with this many padding sequences, so that none of them is longer than a text.
PADDING_SEQUENCES = 128
LONGEST_IN_TRAINING = 384
# The grid of flash attention's kernel cannot be larger.
MOST_SEQUENCES = 60_000


def _gather(
    tokens: torch.Tensor, starts: torch.Tensor, lengths: torch.Tensor, total: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """All ids of the given texts, and the number of the text that each belongs to."""
    count = len(lengths)
    text = torch.repeat_interleave(
        torch.arange(count, device=tokens.device), lengths, output_size=total
    )
    borders = torch.cumsum(lengths, 0) - lengths
    offsets = torch.arange(total, device=tokens.device) - borders[text]
    return tokens[starts[text] + offsets].long(), text


def _borders(lengths: torch.Tensor) -> torch.Tensor:
    borders = torch.zeros(len(lengths) + 1, dtype=torch.int64, device=lengths.device)
    torch.cumsum(lengths, 0, out=borders[1:])
    return borders


def _positions(borders: torch.Tensor, total: int) -> torch.Tensor:
    sequence = torch.repeat_interleave(
        torch.arange(len(borders) - 1, device=borders.device), borders.diff(), output_size=total
    )
    offsets = torch.arange(total, device=borders.device) - borders[sequence]
    return offsets.clamp(max=POSITIONS - 1)


class TrainingPacker:
    """Packs texts into batches of exactly `size` tokens, which lets the layers be compiled once."""

    def __init__(
        self,
        tokens: torch.Tensor,
        size: int,
        cuts: torch.Tensor,
        cut_lengths: torch.Tensor,
        cut_share: float,
    ):
        """cuts, cut_lengths: second cuts, by which `cut_share` of the pieces are read."""
        self._tokens, self._size = tokens, size
        self._cuts, self._cut_lengths = cuts + WORDPIECE_SIZE, cut_lengths
        self._cut_share = cut_share

    def pack(self, starts: torch.Tensor, lengths: torch.Tensor, total: int) -> PackedBatch:
        ids, text = _gather(self._tokens, starts, lengths, total)
        if self._cut_share:
            ids, lengths = self._cut_again(ids, text, len(lengths))
        missing = self._size - len(ids)
        padding = torch.full_like(lengths[:1], missing // PADDING_SEQUENCES)
        padding = padding.repeat(PADDING_SEQUENCES)
        padding[: missing % PADDING_SEQUENCES] += 1
        borders = _borders(torch.cat([lengths, padding]))
        return PackedBatch(
            torch.cat([ids, ids.new_zeros(missing)]),
            _positions(borders, self._size),
            borders.to(torch.int32),
            LONGEST_IN_TRAINING,
            len(lengths),
        )

    def _cut_again(
        self, ids: torch.Tensor, text: torch.Tensor, texts: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Reads some pieces by their second cuts. Returns ids and the texts' new lengths."""
        pieces = (ids - WORDPIECE_SIZE).clamp(min=0)
        is_drawn = torch.rand(len(ids), device=ids.device) < self._cut_share
        is_cut = (ids >= WORDPIECE_SIZE) & (self._cut_lengths[pieces] > 1) & is_drawn
        parts = torch.where(is_cut, self._cut_lengths[pieces], 1)
        total = int(parts.sum())
        token = torch.repeat_interleave(
            torch.arange(len(ids), device=ids.device), parts, output_size=total
        )
        part = torch.arange(total, device=ids.device) - (torch.cumsum(parts, 0) - parts)[token]
        cut_ids = torch.where(is_cut[token], self._cuts[pieces[token], part], ids[token])
        return cut_ids, torch.zeros(texts, dtype=torch.int64, device=ids.device).index_add_(
            0, text, parts
        )


@torch.no_grad()
def encode_texts(
    model: PackedBert, tokens: torch.Tensor, starts: torch.Tensor, lengths: torch.Tensor
) -> torch.Tensor:
    """Vectors of all texts (fp16), in their order. Batches go by length."""
    device = tokens.device
    is_cuda = device.type == "cuda"
    budget = 524_288 if is_cuda else 8192
    order = torch.argsort(lengths)
    sorted_lengths = lengths[order].cpu()
    sums = torch.cumsum(sorted_lengths, 0)
    vectors = torch.empty(len(lengths), HIDDEN, dtype=torch.float16, device=device)
    was_training = model.training
    model.eval()
    table = model.word_table()
    first = done = 0
    while first < len(order):
        past = int(torch.searchsorted(sums, done + budget, right=True))
        past = min(max(past, first + 1), first + MOST_SEQUENCES)
        rows = order[first:past]
        total = int(sums[past - 1]) - done
        ids, _ = _gather(tokens, starts[rows], lengths[rows], total)
        borders = _borders(lengths[rows])
        longest = int(sorted_lengths[past - 1])
        positions = _positions(borders, total)
        batch = PackedBatch(ids, positions, borders.to(torch.int32), longest, len(rows))
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=is_cuda):
            vectors[rows] = model(batch, table).to(torch.float16)
        first, done = past, int(sums[past - 1])
    model.train(was_training)
    return vectors


def encode_ids(model: PackedBert, ids: Sequence[Sequence[int]], device: str) -> np.ndarray:
    """Vectors of texts given as lists of ids."""
    lengths = torch.tensor([len(text) for text in ids], device=device)
    flat = np.concatenate([np.asarray(text, np.int32) for text in ids])
    tokens = torch.from_numpy(flat).to(device)
    vectors = encode_texts(model, tokens, lengths.cumsum(0) - lengths, lengths).float()
    return torch.nn.functional.normalize(vectors, dim=1).cpu().numpy()
