import type { refundDeskEndpoints } from '@guilda/contract/refunds';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function refundDeskHandlers(): Handlers<typeof refundDeskEndpoints> {
  return {
    adminGetRefund: async () => err('unavailable'),
    retryRefund: async () => err('unavailable'),
    settleRefund: async () => err('unavailable'),
  };
}
