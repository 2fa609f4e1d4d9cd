import { Link } from '@tanstack/react-router';
import { useSession } from '../app/session.js';

/** What to do where there are no documents yet. */
export function FirstDocuments() {
  const { may } = useSession();
  if (may('write')) return <Link to="/welcome">Bring in the first documents</Link>;
  return (
    <>
      A key with the scope <code>write</code> can add some.
    </>
  );
}
