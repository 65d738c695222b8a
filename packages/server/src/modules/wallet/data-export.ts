import {
  dataExportReader,
  decimalText,
  exportedUid,
  type ReadEncryptedDataExport,
} from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { decryptPayoutProfile } from './payout-profile/encrypt-payout-profile.ts';

/** All ledger entries of the person. A balance is the sum of the entries of its account. */
export const ledgerDataExport = dataExportReader({
  columns: sql`e.id, t.kind, e.account, ${decimalText(sql`e.amount`)} AS amount,
    p.id AS "paymentId", t.withdrawal_id AS "withdrawalId",
    p.purchase_code AS "purchaseCode", p.product_name AS "productName",
    e.created_at AS "createdAt"`,
  from: sql`FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    LEFT JOIN chargebacks c ON c.id = t.chargeback_id
    LEFT JOIN payments p ON p.id = coalesce(t.payment_id, c.payment_id) WHERE e.owner_id = ${exportedUid}`,
  sortTime: sql`e.created_at`,
  id: sql`e.id`,
});

/**
 * The person's withdrawals with their Pix keys. Administrators are not exported, nor the encrypted payee, which is a
 * copy of the payout profile.
 */
export const withdrawalsDataExport = dataExportReader({
  columns: sql`id, ${decimalText(sql`amount`)} AS amount, pix_key_kind AS "pixKeyKind",
    pix_key AS "pixKey", pix_key_matches AS "pixKeyMatches", status, reason, created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM withdrawals WHERE owner_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});

const readEncryptedProfiles = dataExportReader<{ uid: string; sealed: Buffer }>({
  columns: sql`uid, sealed, verified_at AS "verifiedAt", usable_from AS "usableFrom"`,
  from: sql`FROM payout_profiles WHERE uid = ${exportedUid}`,
  sortTime: sql`verified_at`,
  id: sql`uid`,
});

/** The person's payout profile, decrypted. */
export const payoutProfileDataExport: ReadEncryptedDataExport = async function* read(
  pool,
  uid,
  dataEncryption,
) {
  for await (const { sealed, ...times } of readEncryptedProfiles(pool, uid)) {
    const { uid: _, ...rest } = times;
    yield { ...decryptPayoutProfile(dataEncryption, { uid, sealed }), ...rest };
  }
};
