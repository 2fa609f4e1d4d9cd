import { skipSpace } from '../text-range.js';

const HEADING_MARK = /#{1,6}[ \t]+/y;
const LINE_BELOW = /[ \t]*\n(?:[=-]{3,}[ \t]*(?:\n|$))?/y;

/**
 * Where a content goes on after a first line that is the title again, as in texts that were converted from a page; 0 if it does not
 * begin so, or has nothing else. Beside its title, a hit need not show it twice.
 */
export function afterRepeatedTitle(content: string, title: string): number {
  const start = skipSpace(content, 0);
  HEADING_MARK.lastIndex = start;
  const titleStart = HEADING_MARK.test(content) ? HEADING_MARK.lastIndex : start;
  if (title === '' || !content.startsWith(title, titleStart)) return 0;
  LINE_BELOW.lastIndex = titleStart + title.length;
  if (!LINE_BELOW.test(content)) return 0;
  const next = skipSpace(content, LINE_BELOW.lastIndex);
  return next < content.length ? next : 0;
}
