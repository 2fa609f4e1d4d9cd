const FIRST_WIDE_SCRIPT = 0x2e80;
const NARROW_CHARACTERS_PER_TOKEN = 4;

/**
 * About how many tokens an encoder would make of a text: one for each character of Chinese, Japanese and Korean, one
 * for every four characters of anything else. An estimate until the encoder's own tokenizer counts; it is one pass.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  let narrow = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= FIRST_WIDE_SCRIPT && unit < 0xd800) wide++;
    else narrow++;
  }
  return wide + Math.ceil(narrow / NARROW_CHARACTERS_PER_TOKEN);
}
