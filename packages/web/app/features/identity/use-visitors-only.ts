import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session.ts';
import type { Arrival } from './enter.ts';
import { rememberReferrer, returnPath } from './return-path.ts';

/**
 * Guards a page for visitors (`spec §2`): who is signed in already is sent to `/`. Who signs in while
 * the page is open goes on to the arrival told here, or to where they came from when another tab
 * signed them in.
 */
export function useVisitorsOnly(): (arrival: Arrival) => void {
  const ready = useSession((state) => state.ready);
  const uid = useSession((state) => state.user?.uid);
  const navigate = useNavigate();
  const arrival = useRef<Arrival | null>(null);
  const sawVisitor = useRef(false);
  useEffect(rememberReferrer, []);
  useEffect(() => {
    if (!ready) return;
    if (uid === undefined) {
      sawVisitor.current = true;
      return;
    }
    const { to, state } = arrival.current ?? { to: sawVisitor.current ? returnPath() : '/' };
    void navigate(to, { replace: true, state });
  }, [ready, uid, navigate]);
  return (told) => {
    arrival.current = told;
  };
}
