import type { AnalyzedText, Sentiment, Sextant } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { Badge, Panel, Stack, type Tone } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import styles from './analyse.module.css';
import { partsOf } from './parts.js';
import { FIRST_IS_SLOW, type Subject, subjectKey } from './subject.js';

const TONES: Record<Sentiment, Tone> = { positive: 'good', neutral: 'neutral', negative: 'bad' };

interface Analysis {
  overall: AnalyzedText;
  parts: readonly AnalyzedText[];
}

/** The attitude of the whole, and of each part. */
export function SentimentPanel({ subject }: { subject: Subject }) {
  const { client } = useSession();
  const analysis = useQuery({
    queryKey: ['analyse', 'sentiment', subjectKey(subject)],
    queryFn: ({ signal }) => analyse(client, subject, signal),
  });
  return (
    <Panel title="Sentiment">
      {analysis.isPending && <Loading lines={3} label="Reading the sentiment" reason={FIRST_IS_SLOW} />}
      {analysis.isError && <Failure error={analysis.error} onRetry={() => analysis.refetch()} />}
      {analysis.isSuccess && (
        <Stack>
          <p className={styles.overall}>
            <SentimentBadge sentiment={analysis.data.overall.sentiment} />
            <ConfidenceBadge level={analysis.data.overall.confidence_level} />
          </p>
          {analysis.data.parts.length > 1 && (
            <ol aria-label="Parts">
              {analysis.data.parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
                <li key={index} className={`${styles.part} ${styles[part.sentiment] ?? ''}`}>
                  <span>
                    <SentimentBadge sentiment={part.sentiment} />
                    <ConfidenceBadge level={part.confidence_level} />
                  </span>
                  <span dir="auto">{part.text}</span>
                </li>
              ))}
            </ol>
          )}
        </Stack>
      )}
    </Panel>
  );
}

function SentimentBadge({ sentiment }: { sentiment: Sentiment }) {
  return <Badge tone={TONES[sentiment]}>{sentiment}</Badge>;
}

/** Of a pasted text that has several parts, the first ones together stand for the whole. */
async function analyse(client: Sextant, subject: Subject, signal: AbortSignal): Promise<Analysis> {
  if ('documentId' in subject) {
    const { title, content } = await client.documents.get(subject.documentId, { signal });
    const [whole, parts] = await Promise.all([
      client.analyzeSentiment({ document_id: [subject.documentId] }, { signal }),
      client.analyzeSentiment({ text: nonEmpty(partsOf(content ?? ''), title) }, { signal }),
    ]);
    return { overall: whole.data[0]!, parts: parts.data };
  }
  const parts = partsOf(subject.text);
  const { data } = await client.analyzeSentiment({ text: parts }, { signal });
  if (data.length === 1) return { overall: data[0]!, parts: [] };
  const whole = await client.analyzeSentiment({ text: [parts.join('\n').slice(0, 1_000)] }, { signal });
  return { overall: whole.data[0]!, parts: data };
}

function nonEmpty(parts: readonly string[], title: string): string[] {
  return parts.length === 0 ? [title] : [...parts];
}
