import type { OwnUser } from '@guilda/contract/accounts/users';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { storeReturnPath } from './return-path.ts';

interface RequireSessionProps {
  /** Placeholder of the page, on the server and until the session is loaded. */
  fallback: ReactNode;
  children: (user: OwnUser) => ReactNode;
}

/** Redirects to `/login` and replaces the history entry, so that Back does not return to the guarded page. */
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
 * Guards a page for signed-in people. A visitor, or a person whose session has ended, is redirected to `/login` and
 * comes back after signing in. Signing out leads to `/` and causes no redirect.
 */
export function RequireSession({ fallback, children }: RequireSessionProps) {
  const { user, ready, signingOut } = useSession();
  // The page may render once more after signing out and must not redirect then.
  const [signedOut, setSignedOut] = useState(false);
  if (signingOut && !signedOut) setSignedOut(true);
  if (user && ready) return children(user);
  return (
    <>
      {fallback}
      {ready && !signedOut && <RedirectToLogin />}
    </>
  );
}
