import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { FirstDocuments } from '../../shared/first-documents.js';
import styles from './ask.module.css';

/** Questions about documents that are really there: what each is about, from its title. Without any, how to add some. */
export function ExampleQuestions({ onChoose }: { onChoose: (question: string) => void }) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['documents', 'examples'],
    queryFn: ({ signal }) => client.documents.browse({ limit: 3 }, { signal }),
  });
  if (data?.data.length === 0) {
    return (
      <p>
        There are no documents yet. <FirstDocuments />
      </p>
    );
  }
  return (
    <div className={styles.examples}>
      {data?.data.map(({ id, title }) => (
        <Button key={id} variant="quiet" onClick={() => onChoose(`What does “${title}” say?`)}>
          <bdi>What does “{title}” say?</bdi>
        </Button>
      ))}
    </div>
  );
}
