import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Stack } from '../../design/layout.js';
import { Failure, Progress } from '../../design/states.js';
import { formatNumber } from '../../shared/format.js';
import { loadExamples } from './load-examples.js';
import styles from './welcome.module.css';

/** The example set: what is in it, and a button that loads it. */
export function ExampleOffer() {
  const { client, tenants } = useSession();
  const queries = useQueryClient();
  const loading = useMutation({
    mutationFn: () => loadExamples(client, tenants?.[0] ?? null),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <Stack>
      <p>
        Karvane is an island that does not exist: with a ferry, a lighthouse, a drowned bell, seals, recipes and a
        harbour board, told in twenty-five languages.
      </p>
      <blockquote className={styles.sample} lang="fr">
        Avant chaque tempête, les pêcheurs entendaient sonner la cloche engloutie de la chapelle.
      </blockquote>
      <blockquote className={styles.sample} lang="ar" dir="rtl">
        في الأيام الصافية يمكن رؤية جبال البر الرئيسي.
      </blockquote>
      <blockquote className={styles.sample} lang="el">
        Όταν φυσάει από τους πάγους, οι πέτρες σφυρίζουν.
      </blockquote>
      <div>
        <Button variant="primary" icon="download" isBusy={loading.isPending} onClick={() => loading.mutate()}>
          Load the examples
        </Button>
      </div>
      {loading.isPending && <Progress label="Reading and storing" value={0} max={null} />}
      {loading.error !== null && <Failure error={loading.error} onRetry={() => loading.mutate()} />}
      {loading.data !== undefined && (
        <p role="status">
          {formatNumber(loading.data.documents)} documents in {formatNumber(loading.data.languages)} languages are
          ready.
        </p>
      )}
    </Stack>
  );
}
