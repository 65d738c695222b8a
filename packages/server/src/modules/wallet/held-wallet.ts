import { sql } from 'drizzle-orm';
import { decimalText, heldRows, heldUid } from '../../platform/database/held-rows.ts';

/** Every line of the ledger that is this person's; what stands in each account is their sum. */
export const heldLedger = heldRows({
  columns: sql`e.id, t.kind, e.account, ${decimalText(sql`e.amount`)} AS amount,
    t.payment_id AS "paymentId", t.withdrawal_id AS "withdrawalId",
    p.purchase_code AS "purchaseCode", p.product_name AS "productName",
    e.created_at AS "createdAt"`,
  from: sql`FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    LEFT JOIN payments p ON p.id = t.payment_id WHERE e.owner_id = ${heldUid}`,
  at: sql`e.created_at`,
  id: sql`e.id`,
});

/** Withdrawals with their keys; who of the team settled them is the house's own. */
export const heldWithdrawals = heldRows({
  columns: sql`id, ${decimalText(sql`amount`)} AS amount, pix_key_kind AS "pixKeyKind",
    pix_key AS "pixKey", status, reason, created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM withdrawals WHERE owner_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});
