import type { PackDownload } from '@guilda/contract/packs';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { type Purchase, purchaseOf } from '../orders/index.ts';
import { downloadsOf } from './download-store.ts';
import { zipName } from './zip.ts';

const mayKnow = ({ buyerId, sellerId }: Purchase, { uid, role }: Person): boolean =>
  uid === buyerId || uid === sellerId || role === 'admin';

/** The download log of an order, for its buyer, its seller and the team. */
export const listDownloads =
  (deps: { readonly database: Pick<Database, 'db'> }) =>
  async (
    actor: Person,
    paymentId: string,
  ): Promise<Result<{ downloads: PackDownload[] }, 'order_not_found'>> => {
    const purchase = await purchaseOf(deps.database.db, paymentId);
    if (!purchase || !mayKnow(purchase, actor)) return err('order_not_found');
    const rows = await downloadsOf(deps.database.db, paymentId);
    return ok({
      downloads: rows.map(({ name, firstAt, lastAt, ...row }) => ({
        ...row,
        name: name ?? zipName(purchase.productName),
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    });
  };
