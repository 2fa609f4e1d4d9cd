import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function AskPage() {
  return (
    <Page title="Ask">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
