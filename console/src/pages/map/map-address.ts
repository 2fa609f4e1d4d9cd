/** What can be sent to someone: it is in the address. */
export interface MapAddress {
  /** The field that points are coloured by. */
  color: string | null;
  /** What lights up. */
  query: string;
  /** The opened document. */
  id: string | null;
}

export function readAddress(address: Record<string, unknown>): MapAddress {
  return { color: textOf(address.color), query: textOf(address.q) ?? '', id: textOf(address.id) };
}

/** The shortest address that reads as this. */
export function addressOf({ color, query, id }: MapAddress): Record<string, unknown> {
  return { color: color ?? undefined, q: query || undefined, id: id ?? undefined };
}

/** The router reads a number where a text looks like one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
