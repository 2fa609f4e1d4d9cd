/**
 * What we use of node-llama-cpp, in its own words. Its types are not imported, because it may not be installed: the
 * build must work without it.
 */
export interface LlamaLibrary {
  getLlama(options: {
    gpu: 'auto' | false;
    build: 'never';
    skipDownload: true;
    progressLogs: false;
    logLevel: 'error';
    maxThreads: number;
  }): Promise<Llama>;
  resolveChatWrapper(model: LlamaModel, options?: { type: 'jinjaTemplate' }): ChatWrapper;
  LlamaChat: new (options: { contextSequence: LlamaSequence; chatWrapper: ChatWrapper }) => LlamaChat;
}

export interface Llama {
  /** Can be changed at any time; a context has at most as many as this was when it was created. */
  maxThreads: number;
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammar(options: { grammar: string }): Promise<LlamaGrammar>;
}

/** The texts that a model may write. */
export type LlamaGrammar = object;

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  tokenize(text: string): readonly number[];
  detokenize(tokens: readonly number[], specialTokens: boolean): string;
  createContext(options: { contextSize: number; sequences: number }): Promise<{
    readonly contextSize: number;
    getSequence(): LlamaSequence;
  }>;
}

interface LlamaSequence {
  readonly tokenMeter: { readonly usedOutputTokens: number };
}

export type ChatHistoryItem =
  | { type: 'system'; text: string }
  | { type: 'user'; text: string }
  | { type: 'model'; response: string[] };

/** Puts a conversation into the form that the model was trained with. */
export interface ChatWrapper {
  generateContextState(options: { chatHistory: readonly ChatHistoryItem[] }): {
    contextText: { tokenize(tokenizer: unknown): readonly number[] };
  };
}

export interface LlamaChat {
  readonly sequence: LlamaSequence;
  generateResponse(
    history: readonly ChatHistoryItem[],
    options: {
      maxTokens: number;
      temperature: number;
      grammar?: LlamaGrammar;
      minP: number;
      repeatPenalty: { penalty: number };
      signal: AbortSignal;
      stopOnAbortSignal: true;
      onTextChunk: (text: string) => void;
    },
  ): Promise<{ response: string; metadata: { stopReason: string } }>;
}

const PACKAGE: string = 'node-llama-cpp';

export async function loadLlamaLibrary(): Promise<LlamaLibrary> {
  return (await import(PACKAGE)) as LlamaLibrary;
}

/** Whether it is installed; it is not loaded for that. */
export function hasLlamaLibrary(): boolean {
  try {
    import.meta.resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}
