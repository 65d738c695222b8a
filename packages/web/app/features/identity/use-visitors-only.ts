import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { readReturnPath, storeReferrerPath } from './return-path.ts';
import type { SignInDestination } from './sign-in.ts';

/**
 * Guards a page for visitors: signed-in people are redirected to `/`. A person who signs in on this page goes to the
 * destination set by the returned function; a person who signed in in another tab goes to the stored return page.
 */
export function useVisitorsOnly(): (destination: SignInDestination) => void {
  const ready = useSession((state) => state.ready);
  const uid = useSession((state) => state.user?.uid);
  const navigate = useNavigate();
  const destination = useRef<SignInDestination | null>(null);
  const hasSeenVisitor = useRef(false);
  useEffect(storeReferrerPath, []);
  useEffect(() => {
    if (!ready) return;
    if (uid === undefined) {
      hasSeenVisitor.current = true;
      return;
    }
    const { to, state } = destination.current ?? {
      to: hasSeenVisitor.current ? readReturnPath() : '/',
    };
    void navigate(to, { replace: true, state });
  }, [ready, uid, navigate]);
  return (nextDestination) => {
    destination.current = nextDestination;
  };
}
