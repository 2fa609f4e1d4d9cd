import { failure } from '../../domain/errors/error.js';
import type { Embedder } from '../../inference/embedder.js';
import { embedWholeTexts, languageOfText, type TextMeaning } from '../../inference/text-meaning.js';
import type { OperationContext } from '../context.js';
import type { UsableVersion } from './usable-version.js';

/** The encoder that a version was trained with. Embeddings of another one would mean nothing to it. */
export function embedderFor({ version, trained }: UsableVersion, context: OperationContext): Embedder {
  const { embedder, nextEmbedder } = context;
  const known = [embedder, nextEmbedder].find((encoder) => encoder?.space === trained.space);
  if (known != null) return known;
  const message = `Version "${version.version}" was trained with another encoder than the service has now. Train it anew.`;
  throw failure('model_not_ready', message, { param: 'version' });
}

/** The meaning of a text whose language is not known, as the version has learnt from such texts. */
export async function meaningFor(usable: UsableVersion, text: string, context: OperationContext): Promise<TextMeaning> {
  const language = languageOfText(text, usable.trained.language);
  const [meaning] = await embedWholeTexts([{ text, language }], embedderFor(usable, context), 'sentence');
  return meaning;
}
