/** Why a text ends where it does: it is complete, its budget was spent, or nobody can say. */
export const STOP_REASONS = ['end_turn', 'max_tokens', 'not_available'] as const;

export type StopReason = (typeof STOP_REASONS)[number];
