import type { Language } from '../../domain/document/language.js';

/** German writes every noun with a capital letter, so there it tells nothing of names. */
export function capitalsMeanNames(language: Language): boolean {
  return language !== 'de';
}
