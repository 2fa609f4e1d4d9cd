import type { Language } from '../../domain/document/language.js';
import { FormFilter } from './form-filter.js';
import { scanTokens } from './scan-tokens.js';
import type { Token } from './token.js';

/** The words of a text as they are indexed and looked for, in the order of `scanTokens`. */
export function analyze(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  const visit = ({ term, bare, stem, start, end, position, kind }: Readonly<Token>) => {
    tokens.push({ term, bare, stem, start, end, position, kind });
  };
  scanTokens(text, language, { filter: FormFilter.all, visit });
  return tokens;
}
