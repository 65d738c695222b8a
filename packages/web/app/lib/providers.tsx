import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { createQueryClient } from './data/query-client.ts';
import { useReportActivity } from './realtime/use-report-activity.ts';
import {
  markSessionOnDocument,
  startSession,
  syncSessionAcrossTabs,
  useSession,
} from './session/session.ts';

// The API client is loaded on demand, because visitors of the home page never need it.
const fetchOwnUser = async () => (await import('./api/api.ts')).api().users.getMe();

/** Providers of every page: the query cache and the session. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useReportActivity();
  useEffect(() => {
    if (!useSession.getState().ready) void startSession(fetchOwnUser);
    const stopFunctions = [markSessionOnDocument(), syncSessionAcrossTabs()];
    return () => {
      for (const stop of stopFunctions) stop();
    };
  }, []);
  const { revalidate } = useRevalidator();
  useEffect(
    // The cache is cleared when the person changes, so that data of one person is never shown to the next.
    () =>
      useSession.subscribe((state, previousState) => {
        if (!previousState.user) return;
        const isSamePerson = state.user?.uid === previousState.user.uid;
        // The cache is also cleared when a suspension begins or ends, because a suspended person may see almost
        // nothing.
        if (isSamePerson && !state.user?.suspension === !previousState.user.suspension) return;
        queryClient.clear();
        if (state.signingOut || state.user?.suspension) return;
        const { dataset } = document.documentElement;
        dataset['changing'] = '';
        void revalidate().finally(() => {
          delete dataset['changing'];
        });
      }),
    [queryClient, revalidate],
  );
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
