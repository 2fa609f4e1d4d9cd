// How long does it take to turn HTML and Markdown into text: an ordinary page, and the worst input we know?
// node --import ./scripts/run-typescript.mjs bench/convert-content.ts [bytes …]      (default: 1024 4096 102400)
import { performance } from 'node:perf_hooks';
import type { ContentType } from '../src/domain/document/document.js';
import { toPlainText } from '../src/text/conversion/convert-content.js';
import { counted, Recording } from './support/recording.js';

const ROUNDS = 5;
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_024, 4_096, 102_400];

const ORDINARY: Record<'html' | 'markdown', string> = {
  html: '<div class="post"><h2>Title</h2><p>Some <b>bold</b> text with <a href="/x?y=1&amp;z=2">a link</a>.</p><ul><li>one</li><li>two</li></ul></div>\n',
  markdown:
    '# Title\n\nSome *text* and **more** with `code` and a [link](/x).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n\n',
};

const HOSTILE: Record<'html' | 'markdown', string[]> = {
  html: ['<b>', '<div>', '<ul><li>', '<table><tr><td>', '<svg><desc>', '<', '&', '</p>', '<br>', '<x a>', '<pre> '],
  markdown: [
    '[',
    '![',
    '[a][',
    '[a](',
    '*',
    '*a_ ',
    '**a ',
    'a**b',
    '`',
    '>',
    '- ',
    '-\n',
    '  - a\n',
    'a|\n',
    '<',
    '[x]: y\n',
    '[^',
  ],
};

const recording = new Recording('convert-content');

function repeated(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / piece.length));
}

function milliseconds(content: string, type: ContentType): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    toPlainText(content, type);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Inputs whose two halves work against each other: what is opened is never closed by what follows. */
const HALVES: Record<'html' | 'markdown', [string, string]> = { html: ['<b>', '</i>'], markdown: ['[', ']'] };

function hostileInputs(type: 'html' | 'markdown', bytes: number): { name: string; content: string }[] {
  const [first, second] = HALVES[type];
  const halves = repeated(first, bytes / 2) + repeated(second, bytes / 2);
  const pieces = HOSTILE[type].map((piece) => ({ name: piece, content: repeated(piece, bytes) }));
  const both = { name: `${first}…${second}…`, content: halves };
  return type === 'html' ? [...pieces, both, blankCell(bytes)] : [...pieces, both];
}

/** A cell with a long run of white space, in which a line break could begin anywhere. */
function blankCell(bytes: number): { name: string; content: string } {
  const [before, after] = ['<table><tr><td>a</td><td><pre>a', 'x</pre>'];
  const content = `${before}${repeated(' ', Math.max(0, bytes - before.length - after.length))}${after}`;
  return { name: `${before} …`, content };
}

/** A wide head over short rows: Markdown fills each row up to the width of the head. */
function wideTable(bytes: number): string {
  const width = Math.min(2_000, bytes / 4);
  return `${repeated('|a', width)}|\n${repeated('|-', width)}|\n${repeated('|\n', bytes - 2 * width)}`;
}

for (const type of ['html', 'markdown'] as const) {
  for (let warmUp = 0; warmUp < 20; warmUp++) toPlainText(repeated(ORDINARY[type], 10_000), type);
  for (const bytes of SIZES) {
    const ordinary = milliseconds(repeated(ORDINARY[type], bytes), type);
    const timed = hostileInputs(type, bytes).map(({ name, content }) => ({ name, time: milliseconds(content, type) }));
    const worst = timed.reduce((slowest, input) => (input.time > slowest.time ? input : slowest));
    const name = `${type === 'html' ? 'HTML' : 'Markdown'}, ${counted(bytes, 'bytes')}`;
    recording.add(
      { name, measure: 'ordinary page', unit: 'ms', value: ordinary },
      { name, measure: 'slowest known input', unit: 'ms', value: worst.time },
    );
    console.log(`${type}, ${bytes} bytes: ordinary ${ordinary.toFixed(2)} ms`);
    console.log(`  worst ${worst.time.toFixed(2)} ms (${JSON.stringify(worst.name)} repeated)`);
    if (type === 'html') continue;
    const wide = milliseconds(wideTable(bytes), type);
    recording.add({ name, measure: 'wide table', unit: 'ms', value: wide });
    console.log(`  wide table ${wide.toFixed(2)} ms`);
  }
}
recording.save();
