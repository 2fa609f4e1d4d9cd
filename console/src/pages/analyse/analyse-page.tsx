import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function AnalysePage() {
  return (
    <Page title="Analyse">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
