import type { PackDownload } from '@guilda/contract/services/packs';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findOrderSummary, type OrderSummary } from '../orders/index.ts';
import { listDownloadRows } from './download-store.ts';
import { packZipName } from './zip.ts';

const canSeeDownloads = ({ buyerId, sellerId }: OrderSummary, { uid, role }: Person): boolean =>
  uid === buyerId || uid === sellerId || role === 'admin';

/** The download log of an order, for its buyer, its seller and administrators. */
export const listDownloads =
  (deps: { readonly database: Pick<Database, 'db'> }) =>
  async (
    actor: Person,
    orderId: string,
  ): Promise<Result<{ downloads: PackDownload[] }, 'order_not_found'>> => {
    const order = await findOrderSummary(deps.database.db, orderId);
    if (!order || !canSeeDownloads(order, actor)) return err('order_not_found');
    const rows = await listDownloadRows(deps.database.db, orderId);
    return ok({
      downloads: rows.map(({ name, firstAt, lastAt, ...row }) => ({
        ...row,
        name: name ?? packZipName(order.productName),
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    });
  };
