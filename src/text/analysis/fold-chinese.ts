import { lazy } from '../lazy.js';
import { SIMPLIFIED, TRADITIONAL } from './chinese-variants.js';

/** By UTF-16 unit, the simplified character of a traditional one, and 0 for all others. */
const simplifiedByUnit = lazy(() => {
  const table = new Uint16Array(0x10000);
  for (let i = 0; i < TRADITIONAL.length; i++) table[TRADITIONAL.charCodeAt(i)] = SIMPLIFIED.charCodeAt(i);
  return table;
});

/**
 * Traditional characters become simplified ones, so that 電腦 and 电脑 are one word. Where several have the same simplified
 * character (發 and 髮), they become one too. Every character keeps its place, and a simplified text stays the same string.
 */
export function foldChinese(text: string): string {
  const simplified = simplifiedByUnit();
  let folded = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = simplified[text.charCodeAt(i)];
    if (unit === 0) continue;
    folded += text.slice(done, i) + String.fromCharCode(unit);
    done = i + 1;
  }
  return done === 0 ? text : folded + text.slice(done);
}
