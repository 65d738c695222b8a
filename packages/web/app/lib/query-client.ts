import { ApiError } from '@guilda/contract/api-error';
import { QueryClient } from '@tanstack/react-query';

const MINUTE_MS = 60_000;

/** A refusal stays a refusal; only what a dependency or the network spoilt is tried again. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return !(error instanceof ApiError) || error.status === 503;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE_MS / 2, retry: worthRetrying, refetchOnWindowFocus: true },
      // Without a network an act fails at once: done later, unasked, it would come as a surprise.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
