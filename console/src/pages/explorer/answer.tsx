import type { RawRequest, RawResponse } from '@sextant/client';
import { CodeBlock } from '../../design/code.js';
import { Badge, Panel, Stack } from '../../design/layout.js';
import { formatBytes, formatMilliseconds } from '../../shared/format.js';
import styles from './explorer.module.css';

export interface Exchange {
  request: RawRequest;
  response: RawResponse;
  milliseconds: number;
}

/** What came back, formatted, and the same request for the command line. */
export function Answer({ exchange: { request, response, milliseconds } }: { exchange: Exchange }) {
  const { status, headers, text } = response;
  return (
    <Panel
      title="Answer"
      actions={
        <span className={styles.answerHead}>
          <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
          <Badge>{formatMilliseconds(milliseconds)}</Badge>
          <Badge>{formatBytes(new Blob([text]).size)}</Badge>
        </span>
      }
    >
      <Stack>
        <CodeBlock label="Answer" code={formatted(text)} />
        <details>
          <summary>Headers</summary>
          <CodeBlock label="Headers" code={[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')} />
        </details>
        <details>
          <summary>curl</summary>
          <CodeBlock label="curl" code={curlOf(request)} />
        </details>
      </Stack>
    </Panel>
  );
}

/** JSON with line breaks; anything else, such as lines of JSON or metrics, as it is. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The key stays where it is: the command takes it from the environment. */
function curlOf({ method, path, headers = {}, body }: RawRequest): string {
  const lines = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} '${window.location.origin}${path}'`,
    `-H "X-API-Key: $SEXTANT_API_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(typeof body === 'string' ? [`-d ${quoted(body)}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
