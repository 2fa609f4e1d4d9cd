/**
 * A text under its title, as encoders read it: what it is about often stands in the title alone. With a colon between the two,
 * where a line break had the title run into the first sentence, questions in other languages were found better.
 */
export function underTitle(title: string, text: string): string {
  return `${title}: ${text}`;
}
