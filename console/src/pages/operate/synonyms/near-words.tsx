import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';
import { Button } from '../../../design/button.js';
import { Row } from '../../../design/layout.js';
import styles from '../operate.module.css';

const PASSAGES = 8;
/** Below what counts as found: a hint may be far-fetched. */
const FARTHEST_SCORE = 30;
const MOST_WORDS = 8;
const SHORTEST_WORD = 4;

interface NearWordsProps {
  query: string;
  tenant: string | null;
  onChoose: (word: string) => void;
}

/** What the documents call it, perhaps: words in the titles of those that are nearest in meaning. */
export function NearWords({ query, tenant, onChoose }: NearWordsProps) {
  const { client } = useSession();
  const { data: words = [] } = useQuery({
    queryKey: ['synonyms', 'near', query, tenant],
    queryFn: async ({ signal }) => {
      const { data } = await client.retrieve(
        {
          query,
          retrieval_limit: PASSAGES,
          ai_search_cutoff_score: FARTHEST_SCORE,
          multilingual_search: true,
          ...(tenant !== null && { tenant_id: [tenant] }),
        },
        { signal },
      );
      return wordsOf(data.map(({ title }) => title));
    },
  });
  if (words.length === 0) return null;
  return (
    <div className={styles.group}>
      <p className={styles.muted}>From documents that are near in meaning:</p>
      <Row>
        {words.map((word) => (
          <Button key={word} isSmall icon="plus" onClick={() => onChoose(word)}>
            <bdi>{word}</bdi>
          </Button>
        ))}
      </Row>
    </div>
  );
}

function wordsOf(titles: readonly string[]): readonly string[] {
  const segments = titles.flatMap((title) => [
    ...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(title),
  ]);
  const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD).slice(0, MOST_WORDS);
}
