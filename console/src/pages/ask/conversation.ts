import {
  type AnswerSource,
  ConnectionError,
  type GenerateAnswerResult,
  type Message,
  type Sextant,
} from '@sextant/client';
import { useSyncExternalStore } from 'react';
import { noteAway } from '../../app/connection.js';
import { useSession } from '../../app/session.js';

export interface Turn {
  id: number;
  question: string;
  state: 'writing' | 'done' | 'stopped' | 'failed';
  /** The answer as far as it has been written. */
  text: string;
  sources: readonly AnswerSource[];
  /** The whole response, once it is there. */
  result: GenerateAnswerResult | null;
  error: unknown;
}

export interface Scope {
  isMultilingual: boolean;
  tenants: readonly string[];
}

/** A conversation of this tab. It outlives the page, so that a source can be read and the conversation gone on with. */
export class Conversation {
  #turns: readonly Turn[] = [];
  #nextId = 0;
  #writing: AbortController | null = null;
  readonly #listeners = new Set<() => void>();

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks, and takes in the answer while it is written. */
  async ask(client: Sextant, question: string, { isMultilingual, tenants }: Scope): Promise<void> {
    this.stop();
    const writing = new AbortController();
    this.#writing = writing;
    const previous = this.#messages();
    const id = this.#add(question);
    try {
      const events = client.answerStream(
        {
          query: question,
          multilingual_search: isMultilingual,
          ...(tenants.length > 0 && { tenant_id: [...tenants] }),
          ...(previous.length > 0 && { previous_messages: previous }),
        },
        { signal: writing.signal },
      );
      for await (const { event, data } of events) {
        if (event === 'sources') this.#change(id, { sources: data.sources });
        else if (event === 'delta') this.#change(id, { text: `${this.#turn(id).text}${data.text}` });
        else this.#finish(id, data);
      }
    } catch (error) {
      if (error instanceof ConnectionError) noteAway();
      this.#change(id, writing.signal.aborted ? { state: 'stopped' } : { state: 'failed', error });
    } finally {
      if (this.#writing === writing) this.#writing = null;
    }
  }

  /** Ends the answer that is being written; what there is of it stays. */
  stop(): void {
    this.#writing?.abort();
    this.#writing = null;
  }

  clear(): void {
    this.stop();
    this.#set([]);
  }

  /** Takes the last question back, to ask it in other words. */
  takeBack(): string {
    this.stop();
    const question = this.#turns.at(-1)?.question ?? '';
    this.#set(this.#turns.slice(0, -1));
    return question;
  }

  /** What has been said so far, in the form in which the service wants it back. */
  #messages(): Message[] {
    return this.#turns.findLast(({ result }) => result !== null)?.result?.messages ?? [];
  }

  #add(question: string): number {
    const id = this.#nextId++;
    this.#set([...this.#turns, { id, question, state: 'writing', text: '', sources: [], result: null, error: null }]);
    return id;
  }

  #finish(id: number, result: GenerateAnswerResult): void {
    const [{ answer = '', sources = [] } = {}] = result.data;
    this.#change(id, { state: 'done', text: answer, sources, result });
  }

  #turn(id: number): Turn {
    return this.#turns.find((turn) => turn.id === id)!;
  }

  #change(id: number, change: Partial<Turn>): void {
    this.#set(this.#turns.map((turn) => (turn.id === id ? { ...turn, ...change } : turn)));
  }

  #set(turns: readonly Turn[]): void {
    this.#turns = turns;
    for (const listener of this.#listeners) listener();
  }
}

/** By the id of a key: whoever goes on with another key must not read what this one was answered. */
const conversations = new Map<string, Conversation>();

export function useConversation(): { conversation: Conversation; turns: readonly Turn[] } {
  const { id } = useSession();
  const conversation = conversations.get(id) ?? new Conversation();
  conversations.set(id, conversation);
  return { conversation, turns: useSyncExternalStore(conversation.subscribe, () => conversation.turns) };
}
