import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Activity } from './realtime/activity.ts';
import { useSession } from './session.ts';
import { loadWhenIdle } from './when-idle.ts';

/**
 * Keeps a signed-in person's line to the server up and tells that they are there (`spec §4`). Its code
 * comes once the page is idle; a visitor's page fetches none of it.
 */
export function useActivity(): void {
  const member = useSession(({ user }) => user !== null && !user.suspension);
  const activity = useRef<Activity | null>(null);
  useEffect(() => {
    if (!member) return;
    const stop = loadWhenIdle(
      () => import('./realtime/browser-activity.ts'),
      ({ followActivity }) => {
        activity.current = followActivity();
        return () => activity.current?.stop();
      },
    );
    return () => {
      stop();
      activity.current = null;
    };
  }, [member]);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname) activity.current?.moved();
  }, [pathname]);
}
