import { extname } from 'node:path';
import { readDate } from '../dates.js';

/** Files of prose. Others are read as text if someone asks for it: the first line of a program is no title. */
const PROSE = new Set(['', '.txt', '.text', '.rst', '.adoc', '.asciidoc', '.org', '.tex']);

/** How the markup of some types names a title. */
const MARKED_TITLES: Readonly<Record<string, RegExp>> = {
  '.txt': /^#{1,2} +(\S.*?)[ #]*\n/,
  '.text': /^#{1,2} +(\S.*?)[ #]*\n/,
  '.adoc': /^= +(\S.*)\n/m,
  '.asciidoc': /^= +(\S.*)\n/m,
  '.org': /^#\+title: *(\S.*)\n/im,
  '.tex': /\\title\{([^{}\\]{1,250})\}/,
};

/** In UTF-16 units. A title is near the top. */
const TOP_LENGTH = 2000;
const SHORTEST_TITLE = 3;
const LONGEST_TITLE = 100;

/** A line of signs, as is drawn above and below a title. */
const RULE = /^([=\-~*^#"'+_])\1{2,}\s*$/;
/** Titles begin with a capital, a number, or a letter of a script that has no capitals. */
const BEGINS_LIKE_TITLE = /^["'“„«»¿¡(]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const HAS_WORD = /\p{L}\p{M}*\p{L}|\p{Lo}/u;
/** As sentences, greetings and what announces a list do. */
const ENDS_LIKE_TEXT = /[.,;:!…。，；：！、।]["'”’»)]*$/u;
/** Signs of programs, settings, tables and addresses. */
const NOT_PROSE = /[={}<>\\$@_|`*~\t^]|:\S|:\/\//;

/** The title that a text begins with, if its first line is plainly one; empty if not. */
export function titleOfText(text: string, name: string): string {
  const extension = extname(name).toLowerCase();
  if (!PROSE.has(extension)) return '';
  const top = text.slice(0, TOP_LENGTH);
  const marked = MARKED_TITLES[extension]?.exec(top)?.[1]?.trim();
  if (marked) return marked;
  const lines = top.split('\n');
  const first = RULE.test(lines[0]) ? 1 : 0;
  const [line = '', below] = lines.slice(first).map((each) => each.trim());
  const standsApart = below === '' || (below !== undefined && RULE.test(below));
  return standsApart && isTitle(line) ? line : '';
}

function isTitle(line: string): boolean {
  if (line.length < SHORTEST_TITLE || line.length > LONGEST_TITLE) return false;
  if (!BEGINS_LIKE_TITLE.test(line) || !HAS_WORD.test(line)) return false;
  // A date says when something was written, and the name of the file what.
  return !ENDS_LIKE_TEXT.test(line) && !NOT_PROSE.test(line) && readDate(line) === null;
}
