import { type ExcerptRequest, makeExcerpts, type ShownHit } from './make-excerpts.js';

export default function make(request: ExcerptRequest): ShownHit[] {
  return makeExcerpts(request);
}
