import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function DocumentsPage() {
  return (
    <Page title="Documents">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
