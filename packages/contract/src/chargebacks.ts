import { decimal, id, idInput, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { serviceStatus } from './orders.ts';
import { z } from './schema.ts';
import { author } from './users.ts';

/**
 * A chargeback of a card or a contestation of a Pix (MED), with the fields that the team sees. The team answers it with
 * evidence in the panel of the payment provider.
 */
const adminChargeback = z.object({
  id,
  kind: z.enum(['card', 'pix']),
  /** `open`: the bank has not decided; `lost`: for the buyer; `won`: for the seller. */
  status: z.enum(['open', 'lost', 'won']),
  /** What the bank takes back. */
  amount: decimal,
  /** What of it the order returned to the buyer; `"0.00"` when its money had been returned before. */
  reversed: decimal,
  /** What a decision for the seller gave back to seller and platform. */
  restored: decimal,
  /** What the seller owes now, after all their chargebacks. */
  sellerDebt: decimal,
  /** Until when the provider accepts evidence; null when it names no time. */
  evidenceBy: instant.nullable(),
  /** Name of the payment provider, and its id of the chargeback. */
  provider: z.string(),
  providerChargebackId: z.string(),
  /** State of the order when the chargeback arrived, and now. */
  orderStatus: serviceStatus,
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
