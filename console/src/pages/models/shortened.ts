const LONGEST = 56;

/** What is too long loses its middle. */
export function shortened(text: string, longest = LONGEST): string {
  const letters = [...text];
  if (letters.length <= longest) return text;
  const kept = (longest - 1) / 2;
  return `${letters.slice(0, Math.ceil(kept)).join('')}…${letters.slice(-Math.floor(kept)).join('')}`;
}
