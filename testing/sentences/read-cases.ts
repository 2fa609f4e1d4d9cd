import { readFileSync } from 'node:fs';

/** Texts of known sentences. Rules are made with those of `tuning`; only those of `figure` say how good the rules are. */
export interface SentenceCase {
  language: string;
  part: 'tuning' | 'figure';
  sentences: string[];
  text: string;
}

const WITHOUT_SPACES = new Set(['ja', 'zh']);
const HEADING = /^== (\w+) (tuning|figure)\n/;

/** The cases of `cases.txt`: below each heading, one sentence per line, and a blank line between two texts. */
export function readSentenceCases(): SentenceCase[] {
  const file = readFileSync(new URL('./cases.txt', import.meta.url), 'utf8');
  return file
    .split(/\n(?=== )/)
    .flatMap((section) => casesOf(section))
    .filter(({ text }) => text !== '');
}

function casesOf(section: string): SentenceCase[] {
  const [heading, language, part] = HEADING.exec(section) ?? ['', '', ''];
  return section
    .slice(heading.length)
    .split('\n\n')
    .map((lines) => {
      const sentences = lines.trim().split('\n');
      const text = sentences.join(WITHOUT_SPACES.has(language) ? '' : ' ');
      return { language, part: part as SentenceCase['part'], sentences, text };
    });
}
