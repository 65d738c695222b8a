import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { IdentityToken } from '../../ports/identity-provider.ts';

/**
 * Uses an ID token up, in the transaction that acts on it: of any number that ask with one token, one is
 * answered true. The others wait until it is committed.
 */
export async function spendIdToken(tx: Db, { hash, endsAt }: IdentityToken): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO spent_id_tokens (token_hash, expires_at)
    VALUES (${hash}, ${endsAt.toISOString()}::timestamptz) ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}
