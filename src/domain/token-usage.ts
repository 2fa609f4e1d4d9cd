export interface TokenUsage {
  semantic_tokens: number;
  llm_tokens: { llm_output_tokens: number; llm_input_tokens: number; model: string | null };
}

export function tokenUsage(semanticTokens = 0): TokenUsage {
  return {
    semantic_tokens: semanticTokens,
    llm_tokens: { llm_output_tokens: 0, llm_input_tokens: 0, model: null },
  };
}
