import { author } from '../accounts/users.ts';
import { decimal, id, idInput, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';
import { moderationReason } from '../text.ts';

/** A refund, with the fields that the team sees. */
export const adminRefund = z.object({
  id,
  amount: decimal,
  /**
   * Status of the refund: `failed` needs an action of the team; `succeeded` includes a refund that the team settled by
   * hand.
   */
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Code of the refund's reason, such as `not_started`. */
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
const reasonBody = z.strictObject({ reason: moderationReason });
const refundOutput = z.object({ refund: adminRefund });

/** Endpoints for the team's actions on refunds that the payment provider rejected. */
export const failedRefundEndpoints = {
  adminGetRefund: endpoint({
    method: 'GET',
    path: '/api/admin/refunds/:id',
    summary: 'One refund, as the team sees it',
    access: 'admin',
    params: refundParams,
    status: 200,
    output: refundOutput,
    errors: ['refund_not_found'],
    limit: 'general',
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/api/admin/refunds/:id/retry',
    summary: 'Request a failed refund from the payment provider again',
    access: 'admin',
    params: refundParams,
    body: reasonBody,
    confirmation: 'admin_money',
    status: 200,
    output: refundOutput,
    errors: ['refund_not_found', 'refund_decided', 'confirmation_required', 'forbidden'],
    limit: 'general',
  }),
  settleRefund: endpoint({
    method: 'POST',
    path: '/api/admin/refunds/:id/settle',
    summary: 'Record that a failed refund was paid to the buyer by other means',
    access: 'admin',
    params: refundParams,
    body: reasonBody,
    confirmation: 'admin_money',
    status: 200,
    output: refundOutput,
    errors: ['refund_not_found', 'refund_decided', 'confirmation_required', 'forbidden'],
    limit: 'general',
  }),
};
