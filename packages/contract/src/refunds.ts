import { decimal, id, idInput, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';
import { author } from './users.ts';

/** Money that should have gone back and did not, as the team sees it. */
export const adminRefund = z.object({
  id,
  amount: decimal,
  /** `failed` waits for the team; `pending` is on its way; `succeeded` went back, by whomever. */
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Why money goes back, such as `not_started`. */
  reason: z.string(),
  purchaseCode: z.string(),
  productName: z.string(),
  paymentId: id,
  buyer: author,
  seller: author,
  createdAt: instant,
});
export type AdminRefund = z.infer<typeof adminRefund>;

const refundParams = z.object({ id: idInput });
const because = z.strictObject({
  reason: requiredText(limits.moderationReason, 'Motivo obrigatório'),
});
const output = z.object({ refund: adminRefund });

/** What the team does with refunds that the payment provider did not carry out. */
export const refundDeskEndpoints = {
  adminGetRefund: endpoint({
    method: 'GET',
    path: '/api/admin/refunds/:id',
    summary: 'One refund, as the team sees it',
    access: 'admin',
    params: refundParams,
    status: 200,
    output,
    errors: ['refund_not_found'],
    limit: 'general',
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/api/admin/refunds/:id/retry',
    summary: 'Ask the payment provider for a failed refund once more',
    access: 'admin',
    params: refundParams,
    body: because,
    status: 200,
    output,
    errors: ['refund_not_found', 'refund_decided', 'forbidden'],
    limit: 'general',
  }),
  settleRefund: endpoint({
    method: 'POST',
    path: '/api/admin/refunds/:id/settle',
    summary: 'Note that a failed refund was paid to the buyer by another way',
    access: 'admin',
    params: refundParams,
    body: because,
    status: 200,
    output,
    errors: ['refund_not_found', 'refund_decided', 'forbidden'],
    limit: 'general',
  }),
};
