import type { Gap } from './text-layout.js';

/** Elements whose text is not for reading. */
export const UNREAD: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'iframe', 'object', 'svg', 'canvas', 'audio', 'video'],
  ...['select', 'datalist', 'noframes', 'noembed', 'rp', 'rt'],
]);

export const PREFORMATTED: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'plaintext', 'textarea']);

export const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);

const PARAGRAPHS = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup', 'blockquote', 'pre', 'listing', 'xmp', 'hr', 'table', 'dl'],
  ...[
    'figure',
    'section',
    'article',
    'header',
    'footer',
    'main',
    'aside',
    'nav',
    'form',
    'fieldset',
    'address',
    'details',
  ],
];

const LINES = [
  ...[
    'div',
    'dt',
    'dd',
    'tr',
    'caption',
    'figcaption',
    'legend',
    'summary',
    'center',
    'body',
    'html',
    'head',
    'option',
  ],
  ...['plaintext', 'textarea', 'button', 'dialog', 'search'],
];

/** Elements that stand apart from the text around them, and how far. */
export const BLOCKS: ReadonlyMap<string, Gap> = new Map([
  ...PARAGRAPHS.map((name): [string, Gap] => [name, 'paragraph']),
  ...LINES.map((name): [string, Gap] => [name, 'line']),
]);
