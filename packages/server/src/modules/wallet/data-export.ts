import { dataExportReader, decimalText, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** Every ledger entry of the person; balances are their sums. */
export const ledgerDataExport = dataExportReader({
  columns: sql`e.id, t.kind, e.account, ${decimalText(sql`e.amount`)} AS amount,
    t.payment_id AS "paymentId", t.withdrawal_id AS "withdrawalId",
    p.purchase_code AS "purchaseCode", p.product_name AS "productName",
    e.created_at AS "createdAt"`,
  from: sql`FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    LEFT JOIN payments p ON p.id = t.payment_id WHERE e.owner_id = ${exportedUid}`,
  at: sql`e.created_at`,
  id: sql`e.id`,
});

/** Withdrawals with their Pix keys; which administrator decided them is not exported. */
export const withdrawalsDataExport = dataExportReader({
  columns: sql`id, ${decimalText(sql`amount`)} AS amount, pix_key_kind AS "pixKeyKind",
    pix_key AS "pixKey", status, reason, created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM withdrawals WHERE owner_id = ${exportedUid}`,
  at: sql`created_at`,
  id: sql`id`,
});
