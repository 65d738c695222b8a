import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { startSession, useSession } from './session.ts';

/** What every page stands on: the cache of server data and the signed-in person. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    void startSession();
  }, []);
  useEffect(
    // What one person saw is never shown to the next.
    () =>
      useSession.subscribe((state, before) => {
        if (before.user && state.user?.uid !== before.user.uid) queryClient.clear();
      }),
    [queryClient],
  );
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
