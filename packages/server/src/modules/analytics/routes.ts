import type { analyticsEndpoints } from '@guilda/contract/analytics';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function analyticsHandlers(): Handlers<typeof analyticsEndpoints> {
  return {
    getAnalyticsConfig: async () => err('unavailable'),
    countEvents: async () => err('unavailable'),
    reportError: async () => err('unavailable'),
  };
}
