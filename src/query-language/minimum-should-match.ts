const PERCENTAGE = /^(-?\d{1,9})%$/;

export const MINIMUM_SHOULD_MATCH_FORMS = 'null, an integer such as 2 or -1, or a percentage such as "75%" or "-25%"';

/**
 * How many of `count` optional clauses must hold, or null if `sent` says it in no known form. Negative means "all but";
 * the part of a percentage is cut to a whole number. More than `count` is kept: such a filter matches nothing.
 */
export function minimumShouldMatch(sent: unknown, count: number): number | null {
  const part = partOf(sent, count);
  if (part === null) return null;
  const whole = Math.trunc(part);
  return Math.max(0, part < 0 ? count + whole : whole);
}

function partOf(sent: unknown, count: number): number | null {
  if (typeof sent === 'number') return Number.isSafeInteger(sent) ? sent : null;
  const percentage = typeof sent === 'string' ? PERCENTAGE.exec(sent) : null;
  return percentage === null ? null : (count * Number(percentage[1])) / 100;
}
