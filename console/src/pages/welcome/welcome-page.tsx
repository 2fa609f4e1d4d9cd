import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Icon, type IconName } from '../../design/icon.js';
import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';
import { AddDocument } from '../../shared/add-document.js';
import { FileImport } from '../../shared/file-import/file-import.js';
import { TEST_DATA } from '../../shared/first-documents.js';
import { ExampleOffer } from './example-offer.js';
import { NextSteps } from './next-steps.js';
import styles from './welcome.module.css';

/** The first minute: three ways to bring in documents, and what to do with them then. */
export default function WelcomePage() {
  const { client, may, mode, tenants } = useSession();
  const [tenant, setTenant] = useState(tenants?.[0] ?? 'default');
  const { data } = useQuery({
    queryKey: ['documents', 'total'],
    queryFn: ({ signal }) => client.documents.browse({ limit: 1 }, { signal }),
    enabled: may('read'),
  });
  const total = data?.total_number_of_results ?? 0;
  if (!may('write')) {
    return (
      <Page title="Welcome">
        <Empty icon="key" title="This key may not add documents">
          A key with the scope <code>write</code> can.
        </Empty>
      </Page>
    );
  }
  return (
    <Page title={total === 0 ? 'Welcome to Sextant' : 'Bring in documents'}>
      <p className={styles.lead}>
        Bring in some documents, and search them by words and by meaning, across languages, a moment later. Everything
        stays on the machine that Sextant runs on.
      </p>
      {mode === 'test' && <p className={styles.lead}>{TEST_DATA}</p>}
      {total > 0 && <NextSteps total={total} />}
      <div className={styles.ways}>
        <Way
          icon="upload"
          title="Drop files"
          lead="Documents are found in them; a file that is dropped again is replaced."
        >
          <FileImport tenant={tenant} onTenant={setTenant} />
        </Way>
        <Way icon="edit" title="Paste a text" lead="A note, a letter, an article: anything up to 100 KB.">
          <AddDocument />
        </Way>
        <Way icon="star" title="Look around an island" lead="A small set of examples, written for this purpose.">
          <ExampleOffer />
        </Way>
      </div>
    </Page>
  );
}

interface WayProps {
  icon: IconName;
  title: string;
  lead: string;
  children: React.ReactNode;
}

function Way({ icon, title, lead, children }: WayProps) {
  return (
    <section className={styles.way}>
      <header>
        <Icon name={icon} size={24} />
        <h2>{title}</h2>
        <p>{lead}</p>
      </header>
      {children}
    </section>
  );
}
