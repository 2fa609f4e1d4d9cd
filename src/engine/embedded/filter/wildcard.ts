/** A pattern in which `*` matches any run of characters, `?` exactly one, and `\` makes the next character literal. */
export interface Wildcard {
  /** The pattern up to its first wildcard: every match begins with it. */
  literalPrefix: string;
  matches(text: string): boolean;
}

const ANY_RUN = Symbol('*');
const ANY_ONE = Symbol('?');
type Token = string | typeof ANY_RUN | typeof ANY_ONE;

export function compileWildcard(pattern: string): Wildcard {
  const tokens = tokenize(pattern);
  const firstWildcard = tokens.findIndex((token) => typeof token !== 'string');
  const literals = firstWildcard < 0 ? tokens : tokens.slice(0, firstWildcard);
  return { literalPrefix: literals.join(''), matches: (text) => matchTokens(tokens, Array.from(text)) };
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(pattern);
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i];
    if (character === '*') {
      if (tokens.at(-1) !== ANY_RUN) tokens.push(ANY_RUN);
    } else if (character === '?') tokens.push(ANY_ONE);
    else if (character === '\\' && i + 1 < characters.length) tokens.push(characters[++i]);
    else tokens.push(character);
  }
  return tokens;
}

/**
 * On a mismatch only the last `*` is extended by one character: extending an earlier one could not help. That bounds the
 * work by pattern × text, where a backtracking regular expression would be exponential.
 */
function matchTokens(tokens: readonly Token[], text: readonly string[]): boolean {
  let token = 0;
  let position = 0;
  let starToken = -1;
  let starPosition = 0;
  while (position < text.length) {
    const current = tokens[token];
    if (current === ANY_RUN) {
      starToken = token++;
      starPosition = position;
    } else if (current === ANY_ONE || current === text[position]) {
      token++;
      position++;
    } else if (starToken >= 0) {
      token = starToken + 1;
      position = ++starPosition;
    } else return false;
  }
  while (tokens[token] === ANY_RUN) token++;
  return token === tokens.length;
}
