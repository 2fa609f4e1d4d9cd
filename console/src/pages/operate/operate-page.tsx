import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function OperatePage() {
  return (
    <Page title="Operate">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
