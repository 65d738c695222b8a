import { ApiError } from '@guilda/contract/api-error';
import { QueryClient } from '@tanstack/react-query';

const MINUTE_MS = 60_000;

/**
 * Whether to retry a query: at most twice, after an error without an answer of the server or after a status 503. Other
 * errors would only occur again.
 */
function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= 2) return false;
  return !(error instanceof ApiError) || error.status === 503;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE_MS / 2, retry: shouldRetry, refetchOnWindowFocus: true },
      // Without a network a mutation fails at once instead of running later, when the person does not expect it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
