import type { deskEndpoints } from '@guilda/contract/desk';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function deskHandlers(): Handlers<typeof deskEndpoints> {
  return {
    listQueue: async () => err('unavailable'),
    getCase: async () => err('unavailable'),
    takeCase: async () => err('unavailable'),
    releaseCase: async () => err('unavailable'),
    decideCase: async () => err('unavailable'),
    decideCases: async () => err('unavailable'),
    listActions: async () => err('unavailable'),
  };
}
