import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function ModelsPage() {
  return (
    <Page title="Models">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
