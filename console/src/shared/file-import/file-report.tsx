import { Button } from '../../design/button.js';
import { Row, Stack } from '../../design/layout.js';
import { Progress } from '../../design/states.js';
import { formatCount, formatNumber } from '../format.js';
import styles from './file-import.module.css';
import type { FileFailure, FileProgress, FileQueue } from './file-queue.js';

/** What becomes of the files: how far they are, what they gave, and which failed and why. Nothing if there were none. */
export function FileReport({ queue, progress }: { queue: FileQueue; progress: FileProgress }) {
  const { total, done, running, failures, isStopped } = progress;
  if (total === 0) return null;
  const isBusy = done < total && !isStopped;
  return (
    <section className={styles.report} aria-label="Files that were sent">
      <Stack>
        {isBusy ? (
          <Progress
            label={`${formatNumber(done)} of ${formatCount(total, 'file')}: ${running.join(', ')}`}
            value={done}
            max={total}
          />
        ) : (
          <p role="status">
            {isStopped ? `Stopped after ${formatCount(done, 'file')}.` : filesRead(progress)} {outcome(progress)}
          </p>
        )}
        {failures.length > 0 && <Failures failures={failures} />}
        <Row>
          {isBusy ? (
            <Button isSmall icon="stop" onClick={() => queue.stop()}>
              Stop
            </Button>
          ) : (
            <Button isSmall icon="close" onClick={() => queue.clear()}>
              Close
            </Button>
          )}
        </Row>
      </Stack>
    </section>
  );
}

/** More would be no help, and slow. */
const MOST_SHOWN = 200;

function Failures({ failures }: { failures: readonly FileFailure[] }) {
  return (
    <div className={styles.failures}>
      <h3>{formatCount(failures.length, 'failure')}</h3>
      <ul>
        {failures.slice(0, MOST_SHOWN).map(({ name, place, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={index}>
            <strong dir="auto">{name}</strong>
            {place !== null && <span dir="auto"> ({place})</span>}: {reason}
          </li>
        ))}
      </ul>
      {failures.length > MOST_SHOWN && <p>and {formatNumber(failures.length - MOST_SHOWN)} more</p>}
    </div>
  );
}

function filesRead({ total, failures }: FileProgress): string {
  const read = total - failures.filter(({ place }) => place === null).length;
  return read === total
    ? `${formatCount(total, 'file')} read.`
    : `${formatNumber(read)} of ${formatCount(total, 'file')} read.`;
}

function outcome({ created, updated, unchanged, removed }: FileProgress): string {
  const parts = [
    `${formatCount(created, 'document')} added`,
    ...(updated > 0 ? [`${formatNumber(updated)} updated`] : []),
    ...(unchanged > 0 ? [`${formatNumber(unchanged)} unchanged`] : []),
    ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
  ];
  return `${parts.join(', ')}.`;
}
