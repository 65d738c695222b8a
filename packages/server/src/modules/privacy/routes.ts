import type { privacyEndpoints } from '@guilda/contract/privacy';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function privacyHandlers(): Handlers<typeof privacyEndpoints> {
  return {
    downloadExport: async () => err('unavailable'),
    listExports: async () => err('unavailable'),
    requestExport: async () => err('unavailable'),
    openExport: async () => err('unavailable'),
  };
}
