import { failure } from '../../domain/errors/error.js';
import { type EmbeddingsAnswer, readEmbeddingsAnswer } from './embeddings-answer.js';
import { askEndpoint, type Endpoint } from './endpoint-request.js';

export interface EmbeddingsEndpoint extends Omit<Endpoint, 'title'> {
  model: string;
  timeoutMilliseconds: number;
}

/** Asks the endpoint for vectors. Rejects with the reason of `stop` when that aborts. */
export async function requestEmbeddings(
  settings: EmbeddingsEndpoint,
  input: readonly string[],
  stop: AbortSignal,
): Promise<EmbeddingsAnswer> {
  const endpoint = { ...settings, title: 'embeddings endpoint' };
  const timeout = AbortSignal.timeout(settings.timeoutMilliseconds);
  const call = {
    path: '/embeddings',
    body: { model: settings.model, input, encoding_format: 'float' },
    read: async (response: Response) => readEmbeddingsAnswer(await response.text(), input.length),
  };
  try {
    return await askEndpoint(endpoint, call, AbortSignal.any([timeout, stop]));
  } catch (error) {
    if (error !== timeout.reason || !timeout.aborted) throw error;
    settings.onFailure(new Error('The embeddings endpoint did not answer in time.'));
    throw failure('model_timeout', 'The embeddings endpoint did not answer in time.');
  }
}
