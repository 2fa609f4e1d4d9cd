import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function MapPage() {
  return (
    <Page title="Map">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
