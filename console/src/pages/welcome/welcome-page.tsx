import { Page } from '../../design/layout.js';
import { Empty } from '../../design/states.js';

export default function WelcomePage() {
  return (
    <Page title="Welcome">
      <Empty title="Nothing here yet" />
    </Page>
  );
}
