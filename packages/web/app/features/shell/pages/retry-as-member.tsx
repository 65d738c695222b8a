import { type ReactNode, useEffect, useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { browserTokenStore } from '../../../lib/session/storage.ts';
import { ErrorPage } from './error-page.tsx';

type RetryPhase = 'new' | 'looking' | 'seen';

interface RetryAsMemberProps {
  error: unknown;
  /** Placeholder of the page while it is requested with the session of the signed-in person. */
  skeleton: ReactNode;
  /** Page for a 404; by default the general one. */
  missing?: ReactNode;
}

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

const isHiddenOrMissing = (error: unknown) =>
  isMissing(error) || (isRouteErrorResponse(error) && error.status === 403);

/**
 * Error page of a page that only some people may see. The server renders pages as for a visitor, so for a signed-in
 * person the page is requested again with their session before it counts as missing.
 */
export function RetryAsMember({ error, skeleton, missing }: RetryAsMemberProps) {
  const { revalidate, state } = useRevalidator();
  const [phase, setPhase] = useState<RetryPhase>('new');
  const canRetry = isHiddenOrMissing(error);
  useEffect(() => {
    if (phase !== 'new' || !canRetry) return;
    const signedIn = browserTokenStore(localStorage).read() !== null;
    setPhase(signedIn ? 'looking' : 'seen');
    if (signedIn) void revalidate().finally(() => setPhase('seen'));
  }, [phase, canRetry, revalidate]);
  const errorPage = missing && isMissing(error) ? missing : <ErrorPage error={error} />;
  if (!canRetry || (phase === 'seen' && state === 'idle')) return errorPage;
  // The script in the head marks whether a person is signed in, so CSS shows the right variant from the first paint.
  return (
    <>
      <div className="onlyMembers">{skeleton}</div>
      <div className="onlyVisitors">{errorPage}</div>
    </>
  );
}
