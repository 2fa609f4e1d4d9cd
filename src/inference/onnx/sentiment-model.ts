import { readFile } from 'node:fs/promises';
import { SENTIMENTS, type SentimentShares } from '../../domain/search/confidence.js';
import { type JoinedModelFiles, openJoinedModel } from './joined-model.js';
import { type InferenceSession, Tensor } from './onnxruntime.js';
import { openTokenizer } from './open-tokenizer.js';
import { SentimentText } from './sentiment-text.js';
import type { Tokenizer } from './text-tokenizer.js';

/** Where the classifier's parts are. */
export interface SentimentFiles extends JoinedModelFiles {
  calibrationFile: string;
  emojiFile: string;
}

/** Made by training/sentiment/calibrate.py. */
interface Calibration {
  /** Added to the output for neutral: what the classifier does not know, it calls neutral too readily. */
  neutral: number;
  /** What the outputs are divided by, so that the probabilities are as high as the answers are often right. */
  temperature: number;
}

const MAX_TOKENS = 256;

/** The loaded classifier. Each text is run by itself: what is said of it never depends on what else is read at the time. */
export class SentimentModel {
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;
  readonly #text: SentimentText;
  readonly #calibration: Calibration;

  private constructor(session: InferenceSession, tokenizer: Tokenizer, text: SentimentText, calibration: Calibration) {
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#text = text;
    this.#calibration = calibration;
  }

  static async load(files: SentimentFiles): Promise<SentimentModel> {
    const session = await openJoinedModel(files);
    const tokenizer = await openTokenizer(files, MAX_TOKENS);
    const text = new SentimentText(await readJson(files.emojiFile));
    return new SentimentModel(session, tokenizer, text, await readJson(files.calibrationFile));
  }

  async read(text: string): Promise<SentimentShares> {
    const { ids } = this.#tokenizer.encode(this.#text.clean(text));
    const input = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const { logits } = await this.#session.run({ input_ids: input });
    return this.#shares(logits.data as Float32Array);
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  #shares(outputs: Float32Array): SentimentShares {
    const { neutral: shift, temperature } = this.#calibration;
    const logits = SENTIMENTS.map((sentiment, i) => outputs[i] + (sentiment === 'neutral' ? shift : 0));
    const highest = Math.max(...logits);
    const odds = logits.map((logit) => Math.exp((logit - highest) / temperature));
    const total = odds.reduce((sum, value) => sum + value, 0);
    const [negative, neutral, positive] = SENTIMENTS.map((_, i) => odds[i] / total);
    return { negative, neutral, positive };
  }
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}
