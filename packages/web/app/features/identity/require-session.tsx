import type { OwnUser } from '@guilda/contract/users';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { storeReturnPath } from './return-path.ts';

interface RequireSessionProps {
  /** Skeleton of the page, on the server and until the session is known. */
  fallback: ReactNode;
  children: (user: OwnUser) => ReactNode;
}

/** Replaces the history entry, so that Back skips the guarded page. */
function RedirectToLogin() {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (location.pathname === '/login') return;
    storeReturnPath(location);
    void navigate('/login', { replace: true });
  }, [navigate, location]);
  return null;
}

/**
 * Guards a page for signed-in people: a visitor, or a person whose session ends, is sent to `/login` and comes
 * back after signing in. Signing out leads to `/` instead and must not be redirected.
 */
export function RequireSession({ fallback, children }: RequireSessionProps) {
  const { user, ready, leaving } = useSession();
  // The page may be rendered once more after signing out has finished.
  const [signedOut, setSignedOut] = useState(false);
  if (leaving && !signedOut) setSignedOut(true);
  if (user && ready) return children(user);
  return (
    <>
      {fallback}
      {ready && !signedOut && <RedirectToLogin />}
    </>
  );
}
