import { useParams } from '@tanstack/react-router';
import { ModelList } from './model-list.js';
import { ModelView } from './model-view.js';

/** Models that learn from labelled examples: all of them, or one. */
export default function ModelsPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id === undefined ? <ModelList /> : <ModelView key={id} id={id} />;
}
