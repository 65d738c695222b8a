import type { refundDeskEndpoints } from '@guilda/contract/refunds';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type RefundDeskDeps, readRefund, retryRefund, settleRefund } from './refund-desk.ts';

export type { RefundDeskDeps } from './refund-desk.ts';

export function refundDeskHandlers(deps: RefundDeskDeps): Handlers<typeof refundDeskEndpoints> {
  const [retry, settle] = [retryRefund(deps), settleRefund(deps)];
  return {
    adminGetRefund: ({ actor, params }) => readRefund(deps)(actor, params.id),
    retryRefund: ({ actor, params, body }) => retry(actor, params.id, body.reason),
    settleRefund: ({ actor, params, body }) => settle(actor, params.id, body.reason),
  };
}
