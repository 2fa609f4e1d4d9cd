import type { StopReason } from '../../domain/search/generation.js';
import type { Generation } from '../language-model.js';
import { chatWrapperOf, historyOf } from './chat-format.js';
import { LoopDetector } from './endless-loop.js';
import {
  type ChatHistoryItem,
  type ChatWrapper,
  type Llama,
  type LlamaChat,
  type LlamaGrammar,
  type LlamaModel,
  loadLlamaLibrary,
} from './llama-library.js';
import type { Handling, WriterSettings, WritingTask } from './writer-messages.js';

/** The smallest budget that a caller can ask for: less room makes no answer. */
const LEAST_OUTPUT_TOKENS = 128;
/** Of the context, for the answer: a model on this machine writes some ten tokens a second, and nobody waits for ever. */
const OUTPUT_SHARE = 1 / 2;

/** Text that has more than white space: a model that is held to it can't end before it has written some. */
const SOME_TEXT = 'root ::= [ \\t\\n\\r]* [^ \\t\\n\\r] [^\\x00]*';

/** A conversation that leaves no room for an answer. */
export class NoRoomError extends Error {
  constructor(readonly promptTokens: number) {
    super(`The conversation has ${promptTokens} tokens.`);
  }
}

interface WriterParts {
  llama: Llama;
  model: LlamaModel;
  wrapper: ChatWrapper;
  /** One for each text that can be written at once; a text takes one and puts it back. */
  chats: LlamaChat[];
  someText: LlamaGrammar;
  contextTokens: number;
  handling: Handling;
}

/** A model in memory, in this process. Nothing is compiled or downloaded for it, whatever is missing. */
export async function openLocalWriter({ file, threads, contextTokens, atOnce, gpu, handling }: WriterSettings) {
  const library = await loadLlamaLibrary();
  const llama = await library.getLlama({
    gpu: gpu === 'off' ? false : 'auto',
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
    maxThreads: threads,
  });
  const model = await llama.loadModel({ modelPath: file });
  const contextSize = Math.min(contextTokens, model.trainContextSize);
  const context = await model.createContext({ contextSize, sequences: atOnce });
  const wrapper = chatWrapperOf(library, model, handling);
  const chats = Array.from(
    { length: atOnce },
    () => new library.LlamaChat({ contextSequence: context.getSequence(), chatWrapper: wrapper }),
  );
  const someText = await llama.createGrammar({ grammar: SOME_TEXT });
  return new LocalWriter({ llama, model, wrapper, chats, someText, contextTokens: contextSize, handling });
}

export class LocalWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  get contextTokens(): number {
    return this.#parts.contextTokens;
  }

  /** From the next token on, and at most as many as it was opened with. */
  useThreads(threads: number): void {
    this.#parts.llama.maxThreads = threads;
  }

  countTokens(text: string): number {
    return this.#parts.model.tokenize(text).length;
  }

  /** The caller asks for no more texts at once than there are chats. */
  async write(task: WritingTask, signal: AbortSignal, onText: (piece: string) => void): Promise<Generation> {
    const history = historyOf(task.messages, this.#parts.handling);
    const inputTokens = this.#promptTokens(history);
    const room = this.contextTokens - inputTokens;
    if (room < LEAST_OUTPUT_TOKENS) throw new NoRoomError(inputTokens);
    const chat = this.#parts.chats.pop();
    if (chat === undefined) throw new Error('More texts were asked for than can be written at once.');
    try {
      // Never more than there is room for: the library would make some by leaving out parts of the conversation.
      const maxTokens = Math.min(task.maxOutputTokens, room, this.contextTokens * OUTPUT_SHARE);
      const limits = { maxTokens, temperature: task.temperature, signal, handling: this.#parts.handling, onText };
      const written = await generate(chat, history, limits);
      const hasText = written.text.trim() !== '' || written.stopReason !== 'end_turn';
      if (hasText) return { inputTokens, ...written };
      // Small models see nothing to say to some texts. The conversation is still in memory, so asking again costs little.
      return { inputTokens, ...(await generate(chat, history, { ...limits, grammar: this.#parts.someText })) };
    } finally {
      this.#parts.chats.push(chat);
    }
  }

  #promptTokens(chatHistory: readonly ChatHistoryItem[]): number {
    const { model, wrapper } = this.#parts;
    return wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer).length;
  }
}

interface GenerationLimits {
  maxTokens: number;
  temperature: number;
  signal: AbortSignal;
  handling: Handling;
  onText: (text: string) => void;
  grammar?: LlamaGrammar;
}

async function generate(
  chat: LlamaChat,
  history: readonly ChatHistoryItem[],
  { onText, signal, handling, maxTokens, temperature, grammar }: GenerationLimits,
): Promise<Omit<Generation, 'inputTokens'>> {
  const before = chat.sequence.tokenMeter.usedOutputTokens;
  const loop = new AbortController();
  const detector = new LoopDetector();
  const { response, metadata } = await chat.generateResponse(history, {
    maxTokens,
    temperature,
    grammar,
    minP: handling.minP,
    repeatPenalty: { penalty: handling.repeatPenalty },
    signal: AbortSignal.any([signal, loop.signal]),
    stopOnAbortSignal: true,
    onTextChunk: (piece) => {
      onText(piece);
      if (handling.stopsLoops && detector.add(piece)) loop.abort();
    },
  });
  const outputTokens = chat.sequence.tokenMeter.usedOutputTokens - before;
  return { text: response, stopReason: stopReasonOf(metadata.stopReason), outputTokens };
}

function stopReasonOf(reason: string): StopReason {
  if (reason === 'maxTokens') return 'max_tokens';
  return reason === 'eogToken' || reason === 'stopGenerationTrigger' ? 'end_turn' : 'not_available';
}
