/** The hits of the page, in their order: the links that carry `data-hit`. */
function hitLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-hit]')];
}

/** Moves the focus to the next or the previous hit; before the first one is whatever `onBefore` leads to. */
export function moveFocus(step: 1 | -1, onBefore: () => void): void {
  const links = hitLinks();
  const current = links.indexOf(document.activeElement as HTMLElement);
  const next = current + step;
  if (next < 0) onBefore();
  else links[Math.min(next, links.length - 1)]?.focus();
}
