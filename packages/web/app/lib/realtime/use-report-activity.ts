import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { loadWhenIdle } from '../loading/when-idle.ts';
import { useSession } from '../session/session.ts';
import type { ActivityReporter } from './activity.ts';

/**
 * Connects a signed-in person to the server and reports that they are active. The code is loaded when the page is idle;
 * visitors never load it.
 */
export function useReportActivity(): void {
  const isMember = useSession(({ user }) => user !== null && !user.suspension);
  const activity = useRef<ActivityReporter | null>(null);
  useEffect(() => {
    if (!isMember) return;
    const stop = loadWhenIdle(
      () => import('./browser-activity.ts'),
      ({ reportActivity }) => {
        activity.current = reportActivity();
        return () => activity.current?.stop();
      },
    );
    return () => {
      stop();
      activity.current = null;
    };
  }, [isMember]);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname) activity.current?.pageOpened();
  }, [pathname]);
}
