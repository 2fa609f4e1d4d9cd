import { allOf, type Dsl } from './dsl.js';

/** Code points, and two numbers that are none. */
const ANY_ONE = -1;
const ANY_RUN = -2;

/** The cluster refuses a pattern that takes it more steps than this to prepare. */
const MOST_STEPS = 10_000;

/**
 * Texts of a keyword field that match a pattern: `*` stands for any run of characters, `?` for exactly one, and `\` makes the next
 * character literal. Matches begin with `prefix`. The cluster makes an automaton of a pattern. Where that could become too large,
 * the texts are compared one by one, which always ends.
 */
export function wildcardQuery(field: string, pattern: string, prefix = ''): Dsl {
  const tokens = tokenize(pattern);
  if (stepsOf(tokens) <= MOST_STEPS) return { wildcard: { [field]: literal(prefix) + tokens.map(written).join('') } };
  const start = tokens.findIndex((token) => token < 0);
  const literals = prefix + String.fromCodePoint(...tokens.slice(0, start));
  const whole = [...Array.from(prefix, (character) => character.codePointAt(0)!), ...tokens];
  const script = { source: MATCHES, lang: 'painless', params: { field, pattern: whole } };
  return allOf([{ prefix: { [field]: literals } }, { script: { script } }]);
}

/** Of a run of both wildcards, the `?` come first: that matches the same. */
function tokenize(pattern: string): number[] {
  const tokens: number[] = [];
  const characters = Array.from(pattern);
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i];
    if (character === '*') {
      if (tokens.at(-1) !== ANY_RUN) tokens.push(ANY_RUN);
    } else if (character === '?') {
      if (tokens.at(-1) === ANY_RUN) tokens.splice(-1, 0, ANY_ONE);
      else tokens.push(ANY_ONE);
    } else {
      const isEscape = character === '\\' && i + 1 < characters.length;
      tokens.push((isEscape ? characters[++i] : character).codePointAt(0)!);
    }
  }
  return tokens;
}

/**
 * At most so many: from the first `*` on, a state of the automaton is a set of places in the pattern. The text before decides
 * which set, by its last characters; a `?` doubles what is possible.
 */
function stepsOf(tokens: readonly number[]): number {
  const open = tokens.includes(ANY_RUN) ? tokens.slice(tokens.indexOf(ANY_RUN)) : [];
  const runs = open.filter((token) => token === ANY_RUN).length;
  const ones = open.filter((token) => token === ANY_ONE).length;
  return runs * (open.length - runs) ** 2 * 2 ** ones;
}

function written(token: number): string {
  if (token === ANY_RUN) return '*';
  return token === ANY_ONE ? '?' : literal(String.fromCodePoint(token));
}

function literal(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}

/** On a mismatch only the last `*` is extended: see `engine/embedded/filter/wildcard.ts`. */
const MATCHES = `
if (doc[params.field].size() == 0) return false;
String text = doc[params.field].value;
List pattern = params.pattern;
int token = 0;
int position = 0;
int star = -1;
int starPosition = 0;
while (position < text.length()) {
  int character = text.codePointAt(position);
  int current = token < pattern.size() ? (int) pattern.get(token) : -3;
  if (current == ${ANY_RUN}) {
    star = token++;
    starPosition = position;
  } else if (current == ${ANY_ONE} || current == character) {
    token++;
    position += Character.charCount(character);
  } else if (star >= 0) {
    token = star + 1;
    starPosition += Character.charCount(text.codePointAt(starPosition));
    position = starPosition;
  } else return false;
}
while (token < pattern.size() && (int) pattern.get(token) == ${ANY_RUN}) token++;
return token == pattern.size();
`;
