import type { RawResponse } from '@sextant/client';
import { CodeBlock } from '../../design/code.js';
import { Badge, Panel, Row, Stack } from '../../design/layout.js';
import { formatBytes, formatMilliseconds } from '../../shared/format.js';

export interface Exchange {
  response: RawResponse;
  milliseconds: number;
}

/** What came back, formatted. */
export function Answer({ exchange: { response, milliseconds } }: { exchange: Exchange }) {
  const { status, headers, text } = response;
  return (
    <Panel
      title="Answer"
      actions={
        <Row>
          <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
          <Badge>{formatMilliseconds(milliseconds)}</Badge>
          <Badge>{formatBytes(new Blob([text]).size)}</Badge>
        </Row>
      }
    >
      <Stack>
        <CodeBlock label="Answer" code={formatted(text)} />
        <details>
          <summary>Headers</summary>
          <CodeBlock label="Headers" code={[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')} />
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
