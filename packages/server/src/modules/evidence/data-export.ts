import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/**
 * Disputes and chargebacks for which the person's orders were recorded as evidence. The evidence itself is left out,
 * because it contains data of buyer and seller, who can open it from the order.
 */
export const evidenceDataExport = dataExportReader({
  columns: sql`e.payment_id AS "paymentId", e.cause, encode(e.hash, 'hex') AS sha256, e.sealed_at AS "sealedAt",
    e.closed_at AS "closedAt"`,
  from: sql`FROM evidence e JOIN payments p ON p.id = e.payment_id
    WHERE (p.buyer_id = ${exportedUid} OR p.seller_id = ${exportedUid})`,
  sortTime: sql`e.sealed_at`,
  id: sql`e.id`,
});
