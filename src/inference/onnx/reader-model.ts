import type { Reading, ReadPassage } from '../reader.js';
import { bestSpans } from './answer-spans.js';
import { type JoinedModelFiles, openJoinedModel } from './joined-model.js';
import type { LocatedTokens, LocatingTokenizer } from './located-tokens.js';
import { type InferenceSession, Tensor } from './onnxruntime.js';
import { openLocatingTokenizer } from './open-tokenizer.js';

/** What the model reads at most, as it was trained. */
const MAX_TOKENS = 384;
const MAX_TITLE_TOKENS = 32;
/** Of a longer question the beginning and the end are read: between them is what it tells beside what it asks. */
const MAX_QUESTION_TOKENS = 64;

/** Which part of the input a token belongs to. */
const QUESTION = 0n;
const TITLE = 1n;
const PASSAGE = 2n;

interface Layout {
  ids: BigInt64Array;
  segments: BigInt64Array;
  /** Where the passage begins among the ids. */
  passageAt: number;
  passage: LocatedTokens;
}

/** The loaded reader. Each passage is run by itself: what is said of it never depends on what else is read at the time. */
export class ReaderModel {
  readonly #session: InferenceSession;
  readonly #tokenizer: LocatingTokenizer;

  private constructor(session: InferenceSession, tokenizer: LocatingTokenizer) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** `cores` is how many of them work on one passage. */
  static async load(files: JoinedModelFiles, cores: number): Promise<ReaderModel> {
    const session = await openJoinedModel(files, cores);
    return new ReaderModel(session, await openLocatingTokenizer(files, MAX_TOKENS));
  }

  async read(question: string, passage: ReadPassage): Promise<Reading> {
    const { ids, segments, passageAt, passage: tokens } = this.#layOut(question, passage);
    const tensor = (values: BigInt64Array) => new Tensor('int64', values, [1, values.length]);
    const outputs = await this.#session.run({ input_ids: tensor(ids), segments: tensor(segments) });
    const ofPassage = ({ data }: Tensor) => (data as Float32Array).subarray(passageAt, passageAt + tokens.ids.length);
    return {
      answerable: (outputs.answerable.data as Float32Array)[0],
      spans: bestSpans({
        startLogits: ofPassage(outputs.start),
        endLogits: ofPassage(outputs.end),
        starts: tokens.starts,
        ends: tokens.ends,
      }),
    };
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  /** [CLS] question [SEP] title [SEP] passage [SEP] */
  #layOut(question: string, { title, text }: ReadPassage): Layout {
    const { start, separator } = this.#tokenizer;
    const questionIds = ends(this.#tokenizer.locate(question).ids, MAX_QUESTION_TOKENS);
    const titleIds = this.#tokenizer.locate(title, MAX_TITLE_TOKENS).ids;
    const titleAt = questionIds.length + 2;
    const passageAt = titleAt + titleIds.length + 1;
    const passage = this.#tokenizer.locate(text, MAX_TOKENS - passageAt - 1);
    const parts = [start, ...questionIds, separator, ...titleIds, separator, ...passage.ids];
    const ids = BigInt64Array.from([...parts, separator], BigInt);
    const segments = new BigInt64Array(ids.length).fill(QUESTION).fill(TITLE, titleAt).fill(PASSAGE, passageAt);
    return { ids, segments, passageAt, passage };
  }
}

function ends(ids: number[], most: number): number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most / 2), ...ids.slice(-most / 2)];
}
