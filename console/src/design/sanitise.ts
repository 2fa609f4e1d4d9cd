import type { ContentType } from '@sextant/client';
import createDOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

const purify = createDOMPurify(window);
const markdown = new MarkdownIt({ html: true, linkify: true });

// A document may say where a link leads, not what it does to this page.
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Text, lists, tables, links and pictures. No forms, no styles, no classes and ids (with those a text could look like a part
 * of the console), and nothing that loads by itself: pictures only if they are in the text itself.
 */
export function sanitised(content: string, type: ContentType): DocumentFragment {
  const html = type === 'markdown' ? markdown.render(content) : content;
  return purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'textarea',
      'select',
      'option',
      'dialog',
      'audio',
      'video',
      'source',
      'track',
    ],
    FORBID_ATTR: [
      'style',
      'class',
      'id',
      'name',
      'srcset',
      'background',
      'autofocus',
      'tabindex',
      'popover',
      'slot',
      'part',
    ],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);|#|\/(?!\/))/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
