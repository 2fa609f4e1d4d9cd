import { fieldOf, type InputRow, textOf } from './field-value.js';
import type { InputField } from './infer-fields.js';

/** What is embedded of a row: all its free text. Encoders read no more of a text. */
const READ_CHARACTERS = 16_000;

export function hasText(fields: readonly InputField[]): boolean {
  return fields.some(({ type }) => type === 'text');
}

/** Empty where the row holds no text. */
export function textOfRow(fields: readonly InputField[], row: InputRow): string {
  const texts = fields.filter(({ type }) => type === 'text').flatMap(({ name }) => textOf(fieldOf(row, name)) ?? []);
  return texts.join('\n').slice(0, READ_CHARACTERS);
}
