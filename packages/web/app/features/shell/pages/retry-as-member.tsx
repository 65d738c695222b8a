import { type ReactNode, useEffect, useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { browserTokenStore } from '../../../lib/session/storage.ts';
import { ErrorPage } from './error-page.tsx';

type RetryPhase = 'new' | 'looking' | 'seen';

interface RetryAsMemberProps {
  error: unknown;
  /** The page's skeleton, shown while the page is requested with the member's session. */
  skeleton: ReactNode;
}

const isHiddenOrMissing = (error: unknown) =>
  isRouteErrorResponse(error) && (error.status === 404 || error.status === 403);

/**
 * The error page of a page that some people may see and others may not. The server answers as for a
 * visitor; where a person is signed in, the page is asked for once more as them before it counts as
 * missing.
 */
export function RetryAsMember({ error, skeleton }: RetryAsMemberProps) {
  const { revalidate, state } = useRevalidator();
  const [phase, setPhase] = useState<RetryPhase>('new');
  const worthwhile = isHiddenOrMissing(error);
  useEffect(() => {
    if (phase !== 'new' || !worthwhile) return;
    const signedIn = browserTokenStore(localStorage).read() !== null;
    setPhase(signedIn ? 'looking' : 'seen');
    if (signedIn) void revalidate().finally(() => setPhase('seen'));
  }, [phase, worthwhile, revalidate]);
  if (!worthwhile || (phase === 'seen' && state === 'idle')) return <ErrorPage error={error} />;
  // The head script's mark decides before the first paint which of the two shows.
  return (
    <>
      <div className="onlyMembers">{skeleton}</div>
      <div className="onlyVisitors">
        <ErrorPage error={error} />
      </div>
    </>
  );
}
