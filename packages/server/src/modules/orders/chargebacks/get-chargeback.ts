import { formatDecimal } from '@guilda/contract/money/money';
import type { AdminChargeback, chargebackEndpoints } from '@guilda/contract/orders/chargebacks';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { toAuthor, type ViewContextDeps, viewContextFor } from '../../users/index.ts';
import { findDebt } from '../../wallet/index.ts';
import { findChargebackDetails } from './chargeback-details-store.ts';

export interface ChargebackQueueDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db'>;
}

/** One chargeback as administrators see it. */
const getChargeback =
  (deps: ChargebackQueueDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ chargeback: AdminChargeback }, 'chargeback_not_found'>> => {
    const { db } = deps.database;
    const details = await findChargebackDetails(db, id);
    if (!details) return err('chargeback_not_found');
    const { chargeback, order, buyer, seller } = details;
    const context = viewContextFor(deps, actor);
    const { kind, status, providerChargebackId, orderStatus, orderId } = chargeback;
    return ok({
      chargeback: {
        ...{ id, kind, status, providerChargebackId, orderStatus, paymentId: orderId },
        ...order,
        provider: order.provider ?? '',
        amount: formatDecimal(chargeback.amount),
        reversed: formatDecimal(chargeback.reversed),
        restored: formatDecimal(chargeback.restored),
        sellerDebt: formatDecimal(await findDebt(db, seller.uid)),
        evidenceBy: chargeback.evidenceBy?.toISOString() ?? null,
        buyer: toAuthor(buyer, context),
        seller: toAuthor(seller, context),
        createdAt: chargeback.createdAt.toISOString(),
        decidedAt: chargeback.decidedAt?.toISOString() ?? null,
      },
    });
  };

export const chargebackHandlers = (
  deps: ChargebackQueueDeps,
): Handlers<typeof chargebackEndpoints> => ({
  adminGetChargeback: ({ actor, params }) => getChargeback(deps)(actor, params.id),
});
