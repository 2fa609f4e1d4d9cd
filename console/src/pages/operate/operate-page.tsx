import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';
import styles from './operate.module.css';
import { SECTIONS } from './sections.js';

/** What runs the service and its searches, in sections. Those that the key may not use are not shown. */
export default function OperatePage() {
  const session = useSession();
  const { section: name } = useParams({ strict: false });
  const sections = SECTIONS.filter(({ isAllowed }) => isAllowed(session));
  const section = sections.find((candidate) => candidate.name === name);
  const [first] = sections;
  if (first === undefined) {
    return (
      <Page title="Operate">
        <Empty icon="key" title="This key may not operate the service">
          It needs one of the scopes <code>admin</code> and <code>read</code>, or <code>metrics</code> and no tenants.
        </Empty>
      </Page>
    );
  }
  if (section === undefined) return <Navigate to="/operate/$section" params={{ section: first.name }} replace />;
  return (
    <Page title="Operate">
      <nav className={styles.tabs} aria-label="Sections">
        {sections.map(({ name: to, label }) => (
          <Link
            key={to}
            to="/operate/$section"
            params={{ section: to }}
            className={styles.tab}
            ref={to === section.name ? showTab : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <section.Contents />
    </Page>
  );
}

/** On a phone, there are more tabs than there is room. */
function showTab(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
