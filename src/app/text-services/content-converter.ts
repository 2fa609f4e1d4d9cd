import type { ContentType } from '../../domain/document/document.js';
import { invalidRequest } from '../../domain/errors/error.js';
import { toPlainText } from '../../text/conversion/convert-content.js';
import { workerFile } from '../../threads/callable-thread.js';
import { KeyedTurns } from '../../threads/locks.js';
import { offload } from '../../threads/offload.js';
import { OnDemandThread, WorkLimitError } from '../../threads/on-demand-thread.js';
import type { ConversionMethods } from './conversion-worker.js';

interface Conversion {
  content: string;
  contentType: ContentType;
  /** Whose content it is. */
  caller: string;
  /** Aborts when nobody waits for the text any more. */
  signal?: AbortSignal;
}

/**
 * The longest content, in UTF-16 units, that is converted on the event loop. Below these sizes even the worst input that
 * `bench/convert-content.ts` knows stays within 5 ms, and ordinary content within 1 ms.
 */
const LONGEST_INLINE: Record<ContentType, number> = {
  plaintext: Number.POSITIVE_INFINITY,
  html: 4_096,
  markdown: 1_024,
};

/** The worst known input of 100 KB takes half a second: content that takes longer than this attacks the parser. */
const TIME_LIMIT_MILLISECONDS = 10_000;
const MEMORY_LIMIT_MB = 256;

/** Converts content to plain text without holding up the event loop. */
export class ContentConverter {
  readonly #thread: OnDemandThread<ConversionMethods>;
  /** Of each caller, one content at a time waits for the thread: who sends many must not keep it from the others. */
  readonly #turns = new KeyedTurns();
  readonly #convert = offload<Conversion, string>({
    inline: ({ content, contentType }) => toPlainText(content, contentType),
    inThread: ({ caller, signal, ...conversion }) =>
      this.#turns.run(caller, () => this.#thread.call('convert', conversion, signal), signal),
    isSmall: isQuick,
  });

  constructor({ timeLimit = TIME_LIMIT_MILLISECONDS } = {}) {
    const limits = { milliseconds: timeLimit, memoryMb: MEMORY_LIMIT_MB };
    this.#thread = new OnDemandThread(workerFile(import.meta.url, './conversion-worker.js'), { limits });
  }

  /** The text of a content. Rejects with a refusal of the parameter `content` if it takes too long or too much memory. */
  async toPlainText(conversion: Conversion): Promise<string> {
    try {
      return await this.#convert(conversion);
    } catch (error) {
      throw error instanceof WorkLimitError ? tooHard(conversion.contentType) : error;
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** The rows of a Markdown table are filled up to the width of its head, so a table takes time out of proportion to its size. */
function isQuick({ content, contentType }: Conversion): boolean {
  if (content.length > LONGEST_INLINE[contentType]) return false;
  return contentType !== 'markdown' || !content.includes('|');
}

function tooHard(contentType: ContentType): Error {
  const message = `The content could not be read as ${contentType} in reasonable time. Simplify it, or send it as plaintext.`;
  return invalidRequest([{ param: 'content', code: 'parameter_invalid', message }]);
}
