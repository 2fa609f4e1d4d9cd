"""Puts foreign words into English texts, by the encoder's own word embeddings.

The encoder learned from translations, so the foreign piece nearest to an English word is mostly its
translation (good: godt, dobry, хорош, 好). Texts with such words teach the classifier to read
sentiment in languages without labelled examples.
"""

import torch
import torch.nn.functional as F

NEIGHBOURS = 8
# Translations drawn beforehand for each word, as often as their likelihood says; a text then picks
# one of the slots.
SLOTS = 16
LOWEST_COSINE = 0.3
SHARPNESS = 20.0
# A piece used this often in English texts is English; one used at most that often is foreign.
ENGLISH_FROM, FOREIGN_UP_TO = 20, 1
# A count between the two: neither English nor foreign.
NEITHER = 5


@torch.no_grad()
def find_translations(words: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """counts: uses of each piece in English texts -> [pieces, SLOTS] ids, -1 for none."""
    directions = F.normalize(words - words.mean(0), dim=1)
    english = torch.nonzero(counts >= ENGLISH_FROM).flatten()
    foreign = torch.nonzero(counts <= FOREIGN_UP_TO).flatten()
    table = torch.full((len(words), SLOTS), -1, dtype=torch.long, device=words.device)
    for rows in english.split(4096):
        cosines, places = (directions[rows] @ directions[foreign].T).topk(NEIGHBOURS, dim=1)
        near_enough = cosines >= LOWEST_COSINE
        weights = torch.where(near_enough, (SHARPNESS * cosines).exp(), torch.zeros_like(cosines))
        has_any = weights.sum(1) > 0
        slots = torch.multinomial(weights[has_any], SLOTS, replacement=True)
        table[rows[has_any]] = foreign[places[has_any].gather(1, slots)]
    return table


def switch_words(
    ids: torch.Tensor, is_switched: torch.Tensor, table: torch.Tensor, share: float
) -> torch.Tensor:
    """Replaces about `share` of the words that have a translation, in marked rows."""
    slots = torch.randint(0, SLOTS, ids.shape, device=ids.device)
    translations = table[ids, slots]
    drawn = torch.rand(ids.shape, device=ids.device) < share
    return torch.where(drawn & is_switched[:, None] & (translations >= 0), translations, ids)
