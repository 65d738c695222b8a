import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/**
 * What is sealed about the orders of the person. The record itself names the other person and their messages; what of
 * it concerns the person is in the other files, and both open the record from the order.
 */
export const evidenceDataExport = dataExportReader({
  columns: sql`e.payment_id AS "paymentId", e.cause, encode(e.hash, 'hex') AS sha256, e.sealed_at AS "sealedAt",
    e.closed_at AS "closedAt"`,
  from: sql`FROM evidence e JOIN payments p ON p.id = e.payment_id
    WHERE (p.buyer_id = ${exportedUid} OR p.seller_id = ${exportedUid})`,
  at: sql`e.sealed_at`,
  id: sql`e.id`,
});
