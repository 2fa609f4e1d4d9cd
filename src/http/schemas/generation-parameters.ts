import { Type } from 'typebox';
import { STOP_REASONS, type StopReason } from '../../domain/search/generation.js';
import { choice, defaultsTo } from './checked.js';

/** The parameters of requests that a language model writes for. */
export function outputTokens({ most, usually }: { most: number; usually: number }) {
  return defaultsTo(
    Type.Integer({ minimum: 128, maximum: most, description: 'Most tokens that the model may write.' }),
    usually,
  );
}

export const temperature = defaultsTo(
  Type.Number({ minimum: 0, maximum: 1, description: '0 for the likeliest text every time, 1 for the most varied.' }),
  0.5,
);

export const stopReason = choice<StopReason>(
  STOP_REASONS,
  'end_turn: the text is complete. max_tokens: its budget was spent, or the context of the model. not_available: unknown.',
);
