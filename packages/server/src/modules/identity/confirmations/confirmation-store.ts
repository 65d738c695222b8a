import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import { limits } from '@guilda/contract/limits';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';

/** A confirmation as it is stored: the hash of its random text, and the session and purpose for which it is valid. */
export interface StoredConfirmation {
  readonly tokenHash: Buffer;
  readonly sessionId: string;
  readonly purpose: ConfirmationPurpose;
}

export async function insertConfirmation(tx: Db, confirmation: StoredConfirmation): Promise<void> {
  const { tokenHash, sessionId, purpose } = confirmation;
  await tx.execute(sql`
    INSERT INTO confirmations (token_hash, session_id, purpose, expires_at) VALUES (${tokenHash},
      ${sessionId}::uuid, ${purpose}, now() + make_interval(mins => ${limits.confirmationMinutes}))`);
}

const isSameConfirmation = ({ tokenHash, sessionId, purpose }: StoredConfirmation): SQL =>
  sql`token_hash = ${tokenHash} AND session_id = ${sessionId}::uuid AND purpose = ${purpose}`;

/**
 * Locks an unused and unexpired confirmation until `tx` ends; false when there is none. Concurrent transactions with
 * the same confirmation wait, and get false when the first transaction has deleted the confirmation.
 */
export async function lockStoredConfirmation(
  tx: Db,
  confirmation: StoredConfirmation,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`SELECT FROM confirmations
    WHERE ${isSameConfirmation(confirmation)} AND expires_at > ${databaseNow} FOR UPDATE`);
  return rowCount === 1;
}

export async function deleteConfirmation(tx: Db, confirmation: StoredConfirmation): Promise<void> {
  await tx.execute(sql`DELETE FROM confirmations WHERE ${isSameConfirmation(confirmation)}`);
}
