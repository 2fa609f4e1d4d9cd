import { Link } from '@tanstack/react-router';
import { useSession } from '../app/session.js';

/** Why documents that are known to be there are not. */
export const TEST_DATA = 'This key works with test data: documents that were added with live keys are not shown.';

/** What to do where there are no documents yet. */
export function FirstDocuments() {
  const { may, mode } = useSession();
  return (
    <>
      {may('write') ? (
        <Link to="/welcome">Bring in the first documents</Link>
      ) : (
        <>
          A key with the scope <code>write</code> can add some.
        </>
      )}
      {mode === 'test' && <> {TEST_DATA}</>}
    </>
  );
}
