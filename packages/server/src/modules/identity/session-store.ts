import { limits } from '@guilda/contract/limits';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { and, desc, eq, gt, isNull, ne, sql } from '../../platform/database/query-builder.ts';
import { hasVerifiedAge } from '../users/index.ts';
import { type SessionRow, sessions } from './sessions-table.ts';

export type NewSession = Pick<SessionRow, 'id' | 'uid' | 'refreshHash' | 'device'> & {
  readonly validDays: number;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { validDays: days, ...row } = session;
  await db
    .insert(sessions)
    .values({ ...row, expiresAt: sql`now() + make_interval(days => ${days})` });
}

const isActiveSession = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

/** Ends one active session of a person; false when the person has no active session with this id. */
export async function revokeSession(db: Db, uid: string, id: string): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, id), eq(sessions.uid, uid), isActiveSession))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function revokeAllSessions(db: Db, uid: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt)));
}

/** Ends all active sessions of a person except the session `keptId`. */
export async function revokeOtherSessions(db: Db, uid: string, keptId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.uid, uid), ne(sessions.id, keptId), isNull(sessions.revokedAt)));
}

/** The person's current session, then their other active ones that were used last, newest first. */
export async function listActiveSessions(
  db: Db,
  { uid, sessionId }: Pick<Person, 'uid' | 'sessionId'>,
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), isActiveSession))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastUsedAt))
    .limit(limits.listedSessions);
}

/** Locks an active session, so that nobody can end it before `tx` ends; false when it has ended already. */
export async function lockSession(tx: Db, uid: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.uid, uid), isActiveSession))
    .for('share');
  return rows.length > 0;
}

export interface SessionAccount {
  readonly uid: string;
  readonly role: 'user' | 'admin';
  readonly suspended: boolean;
  /** Whether the person has a valid age check. */
  readonly adult: boolean;
  /** Whether the person has blocked another person or was blocked by one. */
  readonly blocks: boolean;
  /** How long this data stays valid in ms unless somebody changes it: until the session or the age check expires. */
  readonly validForMs: number;
}

const sessionAccountStatement = compileStatement<SessionAccount & Record<string, unknown>>(
  sql`SELECT users.uid, users.role, users.suspended_at IS NOT NULL AS suspended, ${hasVerifiedAge} AS adult,
      EXISTS (SELECT FROM user_blocks b WHERE b.blocker_id = users.uid OR b.blocked_id = users.uid)
        AS blocks,
      (extract(epoch FROM least(s.expires_at, CASE WHEN ${hasVerifiedAge} THEN users.age_verified_until END)
        - now()) * 1000)::float8 AS "validForMs"
    FROM sessions s JOIN users ON users.uid = s.uid
    WHERE s.id = ${sql.placeholder('session')}::uuid AND s.uid = ${sql.placeholder('uid')}::uuid
      AND s.revoked_at IS NULL AND s.expires_at > now() AND users.deleted_at IS NULL`,
  'account of a session',
);

/**
 * The account of an active session; null when the session has ended. `session-cache.ts` keeps it in memory.
 */
export async function findSessionAccount(
  connection: Queryable,
  session: string,
  uid: string,
): Promise<SessionAccount | null> {
  const [found] = await sessionAccountStatement(connection, { session, uid });
  return found ?? null;
}

/**
 * Those of the given sessions that are active and belong to people who are not suspended, with the role of the account.
 */
export async function findActiveSessionRoles(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SessionAccount['role']>> {
  const rows = await db.execute<{ id: string; role: SessionAccount['role'] }>(sql`
    SELECT s.id, users.role FROM sessions s JOIN users ON users.uid = s.uid
    WHERE s.id = ANY(${sql.param([...sessionIds])}::uuid[]) AND s.revoked_at IS NULL
      AND s.expires_at > now() AND users.deleted_at IS NULL AND users.suspended_at IS NULL`);
  return new Map(rows.rows.map(({ id, role }) => [id, role]));
}
