import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function ExplorerPage() {
  return (
    <Page title="Explorer">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
