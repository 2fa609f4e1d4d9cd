import { readFile } from 'node:fs/promises';
import type { LocatingTokenizer } from './located-tokens.js';
import { MixedTokenizer } from './mixed-tokenizer.js';
import { TextTokenizer, type Tokenizer } from './text-tokenizer.js';
import { WordPieces } from './word-pieces.js';

export interface TokenizerFiles {
  tokenizerFile: string;
  /** Another tokenizer.json, of a WordPiece model: plain words are cut with its vocabulary where that makes fewer tokens. */
  wordPieceFile: string | null;
}

interface MixedTokenizerFiles extends TokenizerFiles {
  wordPieceFile: string;
}

/** `maxTokens` is what the model reads of a text, special tokens included. */
export async function openTokenizer(
  { tokenizerFile, wordPieceFile }: TokenizerFiles,
  maxTokens: number,
): Promise<Tokenizer> {
  if (wordPieceFile === null) return new TextTokenizer(await readJson(tokenizerFile), maxTokens);
  return openMixedTokenizer({ tokenizerFile, wordPieceFile }, maxTokens);
}

/** For models that need to know where the tokens are. */
export async function openLocatingTokenizer(
  { tokenizerFile, wordPieceFile }: TokenizerFiles,
  maxTokens: number,
): Promise<LocatingTokenizer> {
  if (wordPieceFile === null) return new WordPieces(await readJson(tokenizerFile));
  return openMixedTokenizer({ tokenizerFile, wordPieceFile }, maxTokens);
}

/** For models that are built on the multilingual encoder. */
async function openMixedTokenizer(
  { tokenizerFile, wordPieceFile }: MixedTokenizerFiles,
  maxTokens: number,
): Promise<MixedTokenizer> {
  const [unigram, wordPiece] = await Promise.all([readJson(tokenizerFile), readJson(wordPieceFile)]);
  return new MixedTokenizer({ unigram, wordPiece }, maxTokens);
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}
