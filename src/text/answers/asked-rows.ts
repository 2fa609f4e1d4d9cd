import type { Language } from '../../domain/document/language.js';
import type { TableRow } from '../sentences/table-rows.js';
import { beginsWithAny } from './asked-codes.js';
import { stemsOf } from './question-words.js';

/** What a question says, as stems. */
export interface QuestionStems {
  all: ReadonlySet<string>;
  /** Those that say what it is about. */
  telling: readonly string[];
  /** The codes that it names, which a table may write otherwise: "E-07" and "E07" have no stem in common. */
  codes: readonly string[];
}

/** Of a cell other than the first, a question must say so much to name it: "open until noon" is not named by "open". */
const NAMED_SHARE = 0.5;

/**
 * The rows of one table that a question may ask for. If it names cells of some rows ("Porto", "Ben Cole"), it asks for none of the
 * others: a reader often takes the number or name of the wrong row, since all rows are alike. What may be the names of the columns
 * is not asked for: "manager" says nothing of the rows below it.
 */
export function askedRows(rows: readonly TableRow[], question: QuestionStems, language: Language): TableRow[] {
  const named = rows.map((row) => namedIn(row, question, language));
  const isInAll = (stem: string) => named.every((stems) => stems.has(stem));
  const telling = named.map((stems) => new Set([...stems].filter((stem) => !isInAll(stem))));
  const asked = rows.filter(
    ({ mayBeHeader }, i) =>
      !mayBeHeader && telling[i].size > 0 && !telling.some((other) => saysMore(other, telling[i])),
  );
  return asked.length > 0 ? asked : [...rows];
}

/** The telling words of the question that are in the first cell, which is mostly what a row is about, or name another one. */
function namedIn({ cells }: TableRow, { all, telling, codes }: QuestionStems, language: Language): Set<string> {
  const named = new Set(codes.filter((code) => beginsWithAny(cells[0], [code])));
  for (const [column, cell] of cells.entries()) {
    const stems = stemsOf(cell, language);
    const said = [...stems].filter((stem) => all.has(stem)).length;
    if (column > 0 && said < stems.size * NAMED_SHARE) continue;
    for (const stem of telling) if (stems.has(stem)) named.add(stem);
  }
  return named;
}

/** Whether one set has all of another, and more: "Ben Cole" names the row of Ben Cole rather than that of Ben Smith. */
function saysMore(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > other.size && [...other].every((stem) => one.has(stem));
}
