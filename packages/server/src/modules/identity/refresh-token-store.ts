import type { Db } from '../../platform/database/pool.ts';
import { and, eq, isNull, or, type SQL, sql } from '../../platform/database/query-builder.ts';
import { hashToken } from './access-tokens.ts';
import type { RefreshTokens, TokenOrigin } from './refresh-tokens.ts';
import { sessions } from './sessions-table.ts';

/** A refresh token that Guilda has issued, whether still valid or not. */
export interface IssuedRefreshToken extends TokenOrigin {
  readonly uid: string;
  readonly generation: number;
}

/**
 * Finds the session of a refresh token, whether or not token and session are still valid; null when Guilda did
 * not issue the token.
 */
export async function findRefreshToken(
  db: Db,
  tokens: RefreshTokens,
  token: string,
): Promise<IssuedRefreshToken | null> {
  const claim = tokens.parse(token);
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
  const tokenOrigin = { id: row.id, uid: row.uid, firstHash: row.firstHash ?? row.refreshHash };
  // The newest token is compared by its hash, so that it works even after the server key has changed.
  if (row.refreshHash.equals(hash)) return { ...tokenOrigin, generation: row.rotation };
  if (tokenOrigin.firstHash.equals(hash)) return { ...tokenOrigin, generation: 0 };
  if (!claim || !tokens.matches(token, tokenOrigin, claim.generation)) return null;
  return { ...tokenOrigin, generation: claim.generation };
}

/** Maximum number of stored replacement times per session; older ones are dropped. */
const MAX_STORED_REPLACEMENTS = 100;

const secondsInterval = (count: number) => sql`make_interval(secs => ${count}::double precision)`;

/**
 * The time when a generation was replaced, in SQL; null for the newest generation or when its time is no longer stored.
 */
const replacementTimeOf = (generation: number): SQL =>
  sql`rotated_at[cardinality(rotated_at) - (rotation - 1 - ${generation}::integer)]`;

const isActiveSessionOf = ({ id, uid }: IssuedRefreshToken) =>
  and(
    eq(sessions.id, id),
    eq(sessions.uid, uid),
    isNull(sessions.revokedAt),
    sql`${sessions.expiresAt} > now()`,
  );

/**
 * Condition for valid tokens: the newest token, tokens replaced within the grace period, and tokens of a later
 * generation than the database knows, which exist after a backup was restored.
 */
const isValidGeneration = ({ generation }: IssuedRefreshToken, graceSeconds: number): SQL =>
  sql`(rotation <= ${generation}::integer
    OR coalesce(${replacementTimeOf(generation)} > now() - ${secondsInterval(graceSeconds)}, false))`;

/**
 * Columns of the UPDATE that replaces the newest token by `nextHash`; they stay unchanged when the used token is not
 * the newest.
 */
function replacementColumns(
  { generation }: IssuedRefreshToken,
  nextHash: Buffer,
  graceSeconds: number,
) {
  const isNewestToken = sql`rotation <= ${generation}::integer`;
  const recentReplacements = sql`ARRAY(SELECT t FROM
    unnest(rotated_at[greatest(1, cardinality(rotated_at) - ${MAX_STORED_REPLACEMENTS}::integer):])
      WITH ORDINALITY AS past (t, n) WHERE t > now() - ${secondsInterval(graceSeconds)} ORDER BY n)`;
  return sql`,
    first_hash = coalesce(first_hash, refresh_hash),
    refresh_hash = CASE WHEN ${isNewestToken} THEN ${nextHash} ELSE refresh_hash END,
    rotated_at = CASE WHEN ${isNewestToken} THEN ${recentReplacements} || now() ELSE rotated_at END,
    rotation = greatest(rotation, ${generation}::integer + 1)`;
}

/**
 * Records the use of a refresh token and, given the hash of its successor, replaces the token. Of concurrent calls one
 * replaces the token and the others find it replaced.
 * @param graceSeconds seconds for which a replaced token is still valid
 * @returns `replacedAt`, the time at which this call or an earlier one replaced the token (null while the token is not
 * replaced); null instead of the object when the token is not valid any more
 */
export async function consumeRefreshToken(
  db: Db,
  token: IssuedRefreshToken,
  { next, graceSeconds }: { readonly next: Buffer | null; readonly graceSeconds: number },
): Promise<{ readonly replacedAt: Date | null } | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    UPDATE sessions SET last_used_at = now() ${next ? replacementColumns(token, next, graceSeconds) : sql``}
    WHERE ${isActiveSessionOf(token)} AND ${isValidGeneration(token, graceSeconds)}
    RETURNING (extract(epoch FROM ${replacementTimeOf(token.generation)}) * 1000)::float8 AS ms`);
  const [used] = rows;
  return used ? { replacedAt: used.ms === null ? null : new Date(used.ms) } : null;
}

/**
 * Ends the session of a refresh token that is used after its grace period; false when the session has ended already.
 */
export async function revokeReplayedSession(
  db: Db,
  token: IssuedRefreshToken,
  graceSeconds: number,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(isActiveSessionOf(token), sql`NOT ${isValidGeneration(token, graceSeconds)}`))
    .returning({ id: sessions.id });
  return rows.length > 0;
}
