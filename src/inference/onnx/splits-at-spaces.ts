/** The part of a tokenizer.json that says how a text is prepared. */
export interface TokenizerFile {
  normalizer?: Step | null;
  pre_tokenizer?: Step | null;
}

interface Step {
  type: string;
  normalizers?: readonly Step[];
  pretokenizers?: readonly Step[];
}

/** These change characters and never look across a space. */
const WORDWISE_NORMALIZERS = new Set(['BertNormalizer', 'NFC', 'NFD', 'NFKC', 'NFKD', 'Lowercase', 'StripAccents']);
const SPLIT_AT_SPACES = new Set(['BertPreTokenizer', 'Whitespace', 'WhitespaceSplit']);

/** True if the tokens of a text are the tokens of its words, one after the other. In doubt, false. */
export function splitsAtSpaces({ normalizer, pre_tokenizer }: TokenizerFile): boolean {
  if (!steps(normalizer).every(isWordwise)) return false;
  const [first] = steps(pre_tokenizer);
  return first !== undefined && SPLIT_AT_SPACES.has(first.type);
}

function steps(step: Step | null | undefined): readonly Step[] {
  if (step === null || step === undefined) return [];
  return step.type === 'Sequence' ? (step.normalizers ?? step.pretokenizers ?? []) : [step];
}

/** A replacement that neither names a space nor uses an escape, which could stand for one, leaves the spaces alone. */
function isWordwise(step: Step): boolean {
  return WORDWISE_NORMALIZERS.has(step.type) || (step.type === 'Replace' && !/[ \\]/.test(JSON.stringify(step)));
}
