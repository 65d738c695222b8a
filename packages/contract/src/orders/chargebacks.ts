import { author } from '../accounts/users.ts';
import { decimal, id, idInput, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';
import { chargebackStatuses } from './order-statuses.ts';
import { serviceStatus } from './orders.ts';

/**
 * A chargeback of a card or a contestation of a Pix (MED), with the fields that the team sees. The team answers it with
 * evidence in the panel of the payment provider.
 */
const adminChargeback = z.object({
  id,
  kind: z.enum(['card', 'pix']),
  status: z.enum(chargebackStatuses),
  /** Amount that the bank takes back. */
  amount: decimal,
  /** Part of the amount that the ledger returned to the buyer; `"0.00"` when the order was already refunded. */
  reversed: decimal,
  /** Amount that seller and platform got back after the bank decided for the seller. */
  restored: decimal,
  /** The seller's current debt after all chargebacks. */
  sellerDebt: decimal,
  /** Time until which the provider accepts evidence; null when the provider names no deadline. */
  evidenceBy: instant.nullable(),
  /** Name of the payment provider. */
  provider: z.string(),
  /** The provider's id of the chargeback. */
  providerChargebackId: z.string(),
  /** State of the order when the chargeback arrived. */
  orderStatus: serviceStatus,
  /** Current state of the order. */
  serviceStatus,
  purchaseCode: z.string(),
  productName: z.string(),
  paymentId: id,
  buyer: author,
  seller: author,
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type AdminChargeback = z.infer<typeof adminChargeback>;

export const chargebackEndpoints = {
  adminGetChargeback: endpoint({
    method: 'GET',
    path: '/api/admin/chargebacks/:id',
    summary: 'One chargeback, as the team sees it',
    access: 'admin',
    params: z.object({ id: idInput }),
    status: 200,
    output: z.object({ chargeback: adminChargeback }),
    errors: ['chargeback_not_found'],
    limit: 'general',
  }),
};
