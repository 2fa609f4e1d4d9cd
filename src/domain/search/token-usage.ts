export interface TokenUsage {
  semantic_tokens: number;
  llm_tokens: { llm_output_tokens: number; llm_input_tokens: number; model: string | null };
}

/** What language models read and wrote for a request; `model` is null where none was asked. */
export interface LanguageModelUsage {
  inputTokens: number;
  outputTokens: number;
  model: string | null;
}

export const NO_LANGUAGE_MODEL: LanguageModelUsage = { inputTokens: 0, outputTokens: 0, model: null };

export function tokenUsage(semanticTokens = 0, used: LanguageModelUsage = NO_LANGUAGE_MODEL): TokenUsage {
  return {
    semantic_tokens: semanticTokens,
    llm_tokens: { llm_output_tokens: used.outputTokens, llm_input_tokens: used.inputTokens, model: used.model },
  };
}
