import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { RefreshTokens, TokenOrigin } from './refresh-tokens.ts';
import { sessions } from './sessions-table.ts';
import { hashToken } from './tokens.ts';

/** A refresh token that we gave out, at whatever time. */
export interface KnownToken extends TokenOrigin {
  readonly uid: string;
  readonly generation: number;
}

/** Finds the session of a refresh token, current or replaced, over or not; null for none of ours. */
export async function findToken(
  db: Db,
  tokens: RefreshTokens,
  token: string,
): Promise<KnownToken | null> {
  const claim = tokens.read(token);
  const hash = hashToken(token);
  const [row] = await db
    .select()
    .from(sessions)
    .where(
      or(
        eq(sessions.refreshHash, hash),
        eq(sessions.firstHash, hash),
        claim ? eq(sessions.id, claim.sessionId) : undefined,
      ),
    );
  if (!row) return null;
  const known = { id: row.id, uid: row.uid, firstHash: row.firstHash ?? row.refreshHash };
  // The newest is known by its hash, also once the program has another key.
  if (row.refreshHash.equals(hash)) return { ...known, generation: row.rotation };
  if (known.firstHash.equals(hash)) return { ...known, generation: 0 };
  if (!claim || !tokens.matches(token, known, claim.generation)) return null;
  return { ...known, generation: claim.generation };
}

/** Replacements that are remembered at most; nobody makes as many within the grace. */
const REMEMBERED = 100;

const seconds = (count: number) => sql`make_interval(secs => ${count}::double precision)`;

/** When a generation was replaced; null where it is the newest one, or that is no more remembered. */
const replacedAt = (generation: number): SQL =>
  sql`rotated_at[cardinality(rotated_at) - (rotation - 1 - ${generation}::integer)]`;

const living = ({ id, uid }: KnownToken) =>
  and(
    eq(sessions.id, id),
    eq(sessions.uid, uid),
    isNull(sessions.revokedAt),
    sql`${sessions.expiresAt} > now()`,
  );

/** Good are the newest token and those replaced a moment ago; a newer one comes with a restored database. */
const good = ({ generation }: KnownToken, grace: number): SQL =>
  sql`(rotation <= ${generation}::integer
    OR coalesce(${replacedAt(generation)} > now() - ${seconds(grace)}, false))`;

/** The newest token gives way to `next`; one that has already gives way to nothing more. */
function replacement({ generation }: KnownToken, next: Buffer, grace: number) {
  const newest = sql`rotation <= ${generation}::integer`;
  const recent = sql`ARRAY(SELECT t FROM
    unnest(rotated_at[greatest(1, cardinality(rotated_at) - ${REMEMBERED}::integer):])
      WITH ORDINALITY AS past (t, n) WHERE t > now() - ${seconds(grace)} ORDER BY n)`;
  return sql`,
    first_hash = coalesce(first_hash, refresh_hash),
    refresh_hash = CASE WHEN ${newest} THEN ${next} ELSE refresh_hash END,
    rotated_at = CASE WHEN ${newest} THEN ${recent} || now() ELSE rotated_at END,
    rotation = greatest(rotation, ${generation}::integer + 1)`;
}

/**
 * Notes the use of a refresh token and, with the hash of its successor, replaces it. Any number may do so
 * at once: one replaces it, the others find it replaced.
 * @param grace seconds for which a replaced token is still good
 * @returns when it was replaced, null where it is the newest; nothing where it is not good any more
 */
export async function useToken(
  db: Db,
  token: KnownToken,
  { next, grace }: { readonly next: Buffer | null; readonly grace: number },
): Promise<{ readonly replacedAt: Date | null } | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    UPDATE sessions SET last_used_at = now() ${next ? replacement(token, next, grace) : sql``}
    WHERE ${living(token)} AND ${good(token, grace)}
    RETURNING (extract(epoch FROM ${replacedAt(token.generation)}) * 1000)::float8 AS ms`);
  const [used] = rows;
  return used ? { replacedAt: used.ms === null ? null : new Date(used.ms) } : null;
}

/** Ends the session of a token that came back after it was replaced; false where there is nothing to end. */
export async function endReplayed(db: Db, token: KnownToken, grace: number): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(living(token), sql`NOT ${good(token, grace)}`))
    .returning({ id: sessions.id });
  return rows.length > 0;
}
