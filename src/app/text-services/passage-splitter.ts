import type { Language } from '../../domain/document/language.js';
import { splitIntoPassages } from '../../text/passages/passages.js';
import type { TextRange } from '../../text/text-range.js';
import { occasionalThread } from '../../threads/occasional-thread.js';
import { workerFile } from '../../threads/worker-file.js';

export interface TextToSplit {
  content: string;
  language: Language;
}

/** The most that is split on the event loop, in UTF-16 units of all texts together: a millisecond's work, 8 at worst. */
const LONGEST_INLINE = 4_096;

/** Divides contents into passages without holding up the event loop. Its one thread lives only while it has work. */
export class PassageSplitter {
  readonly #pool = occasionalThread<readonly TextToSplit[], TextRange[][]>(
    workerFile(import.meta.url, './passage-splitter-thread.js'),
  );

  /** The passages of each text, in their order. */
  async split(texts: readonly TextToSplit[]): Promise<TextRange[][]> {
    const size = texts.reduce((sum, { content }) => sum + content.length, 0);
    if (size > LONGEST_INLINE) return this.#pool.run(texts);
    return texts.map(({ content, language }) => splitIntoPassages(content, language));
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
