import type { Piscina } from 'piscina';
import type { ContentType } from '../../domain/document/document.js';
import { invalidRequest } from '../../domain/errors/error.js';
import { toPlainText } from '../../text/conversion/convert-content.js';
import { occasionalThread } from '../../threads/occasional-thread.js';
import { workerFile } from '../../threads/worker-file.js';
import type { Conversion } from './content-converter-thread.js';

/**
 * The longest content, in UTF-16 units, that is converted on the event loop. Below these sizes even the worst input that
 * `bench/convert-content.ts` knows stays within 5 ms, and ordinary content within 1 ms.
 */
const LONGEST_INLINE: Record<ContentType, number> = {
  plaintext: Number.POSITIVE_INFINITY,
  html: 4_096,
  markdown: 1_024,
};

/** The worst known input of 100 KB takes half a second: what runs into this is an attack on the parser. */
const TIME_LIMIT_MILLISECONDS = 10_000;
const MEMORY_LIMIT_MB = 256;

/** Converts content to plain text without holding up the event loop. Its one thread lives only while it has work. */
export class ContentConverter {
  private readonly pool: Piscina<Conversion, string>;
  private readonly timeLimit: number;
  /** Settles when the thread is free: each conversion's time is counted from its own start. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor({ timeLimit = TIME_LIMIT_MILLISECONDS } = {}) {
    this.timeLimit = timeLimit;
    this.pool = occasionalThread(workerFile(import.meta.url, './content-converter-thread.js'), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
  }

  /** The text of `content`. Rejects with a refusal of the parameter `content` if it takes too long or too much memory. */
  async toPlainText(content: string, contentType: ContentType): Promise<string> {
    if (isQuick(content, contentType)) return toPlainText(content, contentType);
    const conversion = this.turn.then(() => this.convertInThread({ content, contentType }));
    this.turn = conversion.catch(() => undefined);
    return conversion;
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private async convertInThread(conversion: Conversion): Promise<string> {
    try {
      return await this.pool.run(conversion, { signal: AbortSignal.timeout(this.timeLimit) });
    } catch (error) {
      throw isOverLimit(error) ? tooHard(conversion.contentType) : error;
    }
  }
}

/** Each row of a Markdown table is filled up to the width of its head, so a table takes time out of proportion to its size. */
function isQuick(content: string, contentType: ContentType): boolean {
  if (content.length > LONGEST_INLINE[contentType]) return false;
  return contentType !== 'markdown' || !content.includes('|');
}

function isOverLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

function tooHard(contentType: ContentType): Error {
  const message = `The content could not be read as ${contentType} in reasonable time. Simplify it, or send it as plaintext.`;
  return invalidRequest([{ param: 'content', code: 'parameter_invalid', message }]);
}
