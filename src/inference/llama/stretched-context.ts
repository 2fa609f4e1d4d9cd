export interface ContextStretch {
  /** The name under which the file keeps its settings, as `general.architecture` has it. */
  architecture: string;
  trainedTokens: number;
  times: number;
}

/**
 * The file's settings with YaRN in them: positions are spread, so that more of them fit into what the model has learned. The library
 * hands on whole numbers as integers, which are no factor for llama.cpp, hence the tiny bit more.
 */
export function stretched({ architecture, trainedTokens, times }: ContextStretch): Record<string, object> {
  const scaling = { type: 'yarn', factor: times + 1e-6, original_context_length: trainedTokens };
  return { [architecture]: { context_length: trainedTokens * times, rope: { scaling } } };
}
