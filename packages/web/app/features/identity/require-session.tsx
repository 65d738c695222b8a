import type { OwnUser } from '@guilda/contract/users';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { rememberReturn } from './return-path.ts';

interface RequireSessionProps {
  /** The page's skeleton: on the server, and until the browser knows who is signed in. */
  fallback: ReactNode;
  children: (user: OwnUser) => ReactNode;
}

/** In place of the page that asked, so that Back leads to the one before it. */
function SendToLogin() {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (location.pathname === '/login') return;
    rememberReturn(location);
    void navigate('/login', { replace: true });
  }, [navigate, location]);
  return null;
}

/**
 * Guards a page for signed-in people (`spec §2`): a visitor, and whoever's session ends while the page
 * is open, is sent to `/login` and comes back here after signing in. Who signs out is on their way to
 * `/` and is left alone.
 */
export function RequireSession({ fallback, children }: RequireSessionProps) {
  const { user, ready, leaving } = useSession();
  // The page may stay on screen for a moment after the leaving is over.
  const [left, setLeft] = useState(false);
  if (leaving && !left) setLeft(true);
  if (user && ready) return children(user);
  return (
    <>
      {fallback}
      {ready && !left && <SendToLogin />}
    </>
  );
}
