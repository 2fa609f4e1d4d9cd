import type { ChatMessage, Generation } from '../language-model.js';
import type { ContextStretch } from './stretched-context.js';

/** What the process that writes is started with, as JSON in its arguments. */
export interface WriterSettings {
  file: string;
  threads: number;
  /** The most; less if the model was trained with less. */
  contextTokens: number;
  /** How a model is made to read more than it was trained with; null to leave it as it is. */
  stretch: ContextStretch | null;
  /** Texts that are written at once. */
  atOnce: number;
  gpu: 'auto' | 'off';
}

export interface WritingTask {
  messages: readonly ChatMessage[];
  maxOutputTokens: number;
  temperature: number;
}

/** To the process that writes. Every call has an id of its own, which its answers carry. */
export type WriterCall =
  | { kind: 'write'; id: number; task: WritingTask }
  | { kind: 'stop'; id: number }
  | { kind: 'count'; id: number; text: string };

/** From the process that writes. `ready` or `unusable` comes first; a call ends with any of the last four. */
export type WriterAnswer =
  | { kind: 'ready'; contextTokens: number }
  | { kind: 'unusable'; reason: string }
  | { kind: 'text'; id: number; piece: string }
  | { kind: 'written'; id: number; generation: Generation }
  | { kind: 'counted'; id: number; tokens: number }
  | { kind: 'no_room'; id: number; promptTokens: number }
  | { kind: 'failed'; id: number; reason: string };
