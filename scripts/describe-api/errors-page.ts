import { ERRORS } from '../../src/domain/errors/error.js';
import type { ProblemCode } from '../../src/domain/errors/problem.js';

export const PROBLEMS: Record<ProblemCode, string> = {
  json_malformed: 'The body, or a line of an import, is missing or is not valid JSON.',
  parameter_missing: 'A required parameter is missing.',
  parameter_unknown: 'The parameter does not exist.',
  parameter_type: 'The value has the wrong type. Values are never converted.',
  parameter_invalid: 'The value is not one of the allowed values, or has the wrong format.',
  parameter_too_small: 'The number is below its minimum.',
  parameter_too_large: 'The number is above its maximum.',
  parameter_too_short: 'The text has too few characters.',
  parameter_too_long: 'The text has too many characters, or the content too many bytes.',
  too_few_items: 'The array has too few items.',
  too_many_items: 'The array has too many items, or the metadata too many keys.',
  filter_invalid: 'A part of `filter` is invalid; `param` says which.',
  sort_invalid: 'A part of `sort` is invalid; `param` says which.',
  facet_invalid: 'A part of `facet` or `facet_advanced` is invalid; `param` says which.',
  window_too_deep: 'The page is beyond result 10,000, the last one that a search returns.',
};

const INTRODUCTION = `# Errors

<!-- Generated from src/domain/errors/error.ts by \`npm run errors-page\`. Do not edit. -->

Every error has the same body:

\`\`\`json
{
  "object": "error",
  "url": "/v20241104/documents/browse",
  "error": {
    "type": "invalid_request_error",
    "code": "parameter_too_large",
    "message": "limit must be an integer from 1 to 100, not 500.",
    "param": "limit",
    "errors": [
      {
        "param": "limit",
        "code": "parameter_too_large",
        "message": "limit must be an integer from 1 to 100, not 500."
      }
    ],
    "request_id": "0f3c1a52-7c1e-4f0e-9b0d-2f6a5d1c9e11"
  },
  "livemode": true
}
\`\`\`

\`code\` is for programs, \`message\` for people. \`errors\` lists every invalid parameter of the request, and \`param\` is the first of
them. Quote \`request_id\` when you report a problem: the log contains it. If retrying can help, \`Retry-After\` says when to retry.
`;

/** The text of docs/errors.md, generated from the tables that the service uses. */
export function errorsPage(): string {
  const statuses = Object.entries(ERRORS).sort(([, a], [, b]) => a.status - b.status);
  return [
    INTRODUCTION,
    '## Invalid parameters: status 400, type `invalid_request_error`\n',
    table(
      ['code', 'when'],
      Object.entries(PROBLEMS).map(([code, when]) => [`\`${code}\``, when]),
    ),
    '\n## Everything else\n',
    table(
      ['status', 'type', 'code', 'when'],
      statuses.map(([code, { status, type, when }]) => [`${status}`, `\`${type}\``, `\`${code}\``, when]),
    ),
    '',
  ].join('\n');
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
