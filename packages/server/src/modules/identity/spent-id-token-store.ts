import type { Db } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/query-builder.ts';
import type { IdentityToken } from '../../ports/identity-provider.ts';

/**
 * Marks an ID token as used, in the transaction of the sign-in or confirmation that uses it. Concurrent transactions
 * with the same token wait for that transaction; only one of them gets true.
 */
export async function markIdTokenUsed(tx: Db, { hash, endsAt }: IdentityToken): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO spent_id_tokens (token_hash, expires_at)
    VALUES (${hash}, ${endsAt.toISOString()}::timestamptz) ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}
