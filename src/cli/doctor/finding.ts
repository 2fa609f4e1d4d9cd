/** One thing that was looked at. */
export interface Finding {
  state: 'fine' | 'note' | 'wrong';
  text: string;
  /** What to do about it. */
  advice?: string;
}

export function fine(text: string): Finding {
  return { state: 'fine', text };
}

export function note(text: string, advice?: string): Finding {
  return { state: 'note', text, advice };
}

export function wrong(text: string, advice: string): Finding {
  return { state: 'wrong', text, advice };
}
