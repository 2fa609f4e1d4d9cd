import type { ResponseBody } from './bodies.js';
import type { Answer } from './client.js';

export interface SentEvent {
  event: string;
  data: ResponseBody & { text: string; sources: { id: string }[] };
}

/** The events of a streamed answer, comments left out. */
export function eventsOf({ text }: Pick<Answer, 'text'>): SentEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event, data] = block.split('\n');
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });
}
