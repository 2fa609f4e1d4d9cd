import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { buttonClass } from '../../design/button.js';
import { Icon } from '../../design/icon.js';
import { formatNumber } from '../../shared/format.js';
import styles from './welcome.module.css';

/** Where to go with documents in the index. */
export function NextSteps({ total }: { total: number }) {
  const { may } = useSession();
  return (
    <section className={styles.next} aria-label="What next">
      <p>
        <strong>{formatNumber(total)}</strong> {total === 1 ? 'document is' : 'documents are'} ready.
      </p>
      <Link to="/search" className={buttonClass({ variant: 'primary' })}>
        <Icon name="search" /> Search
      </Link>
      {may('generate') && (
        <Link to="/ask" className={buttonClass({})}>
          <Icon name="ask" /> Ask
        </Link>
      )}
      <Link to="/documents" className={buttonClass({})}>
        <Icon name="documents" /> Browse
      </Link>
    </section>
  );
}
