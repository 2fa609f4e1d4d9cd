import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function SearchPage() {
  return (
    <Page title="Search">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
