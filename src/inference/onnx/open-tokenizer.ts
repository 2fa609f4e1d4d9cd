import { readFile } from 'node:fs/promises';
import { MixedTokenizer } from './mixed-tokenizer.js';
import { TextTokenizer, type Tokenizer } from './text-tokenizer.js';

export interface TokenizerFiles {
  tokenizerFile: string;
  /** Another tokenizer.json, of a WordPiece model: plain words are cut with its vocabulary where that makes fewer tokens. */
  wordPieceFile: string | null;
}

/** `maxTokens` is what the model reads of a text, special tokens included. */
export async function openTokenizer(
  { tokenizerFile, wordPieceFile }: TokenizerFiles,
  maxTokens: number,
): Promise<Tokenizer> {
  const file = await readJson(tokenizerFile);
  if (wordPieceFile === null) return new TextTokenizer(file, maxTokens);
  return new MixedTokenizer({ unigram: file, wordPiece: await readJson(wordPieceFile) }, maxTokens);
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}
