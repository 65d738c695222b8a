import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { ageChecked } from '../users/index.ts';
import { type SessionRow, sessions } from './sessions-table.ts';

export type NewSession = Pick<SessionRow, 'id' | 'uid' | 'refreshHash' | 'device'> & {
  readonly days: number;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { days, ...row } = session;
  await db
    .insert(sessions)
    .values({ ...row, expiresAt: sql`now() + make_interval(days => ${days})` });
}

const alive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

/** Ends one device of a person; false when there is no such live session. */
export async function revokeSession(db: Db, uid: string, id: string): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, id), eq(sessions.uid, uid), alive))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function revokeAllSessions(db: Db, uid: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt)));
}

/** Ends every device of a person but one. */
export async function revokeOthers(db: Db, uid: string, keptId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.uid, uid), ne(sessions.id, keptId), isNull(sessions.revokedAt)));
}

export async function liveSessions(db: Db, uid: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), alive))
    .orderBy(desc(sessions.lastUsedAt));
}

/** Keeps a session from being ended until `tx` ends; false when it is over. */
export async function keepSession(tx: Db, uid: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.uid, uid), alive))
    .for('share');
  return rows.length > 0;
}

export interface Standing {
  readonly uid: string;
  readonly role: 'user' | 'admin';
  readonly suspended: boolean;
  /** The age check stands. */
  readonly adult: boolean;
  /** A block stands between them and someone. */
  readonly blocks: boolean;
}

const standing = compileStatement<Standing & Record<string, unknown>>(
  sql`SELECT users.uid, users.role, users.suspended_at IS NOT NULL AS suspended, ${ageChecked} AS adult,
      EXISTS (SELECT FROM user_blocks b WHERE b.blocker_id = users.uid OR b.blocked_id = users.uid)
        AS blocks
    FROM sessions s JOIN users ON users.uid = s.uid
    WHERE s.id = ${sql.placeholder('session')}::uuid AND s.uid = ${sql.placeholder('uid')}::uuid
      AND s.revoked_at IS NULL AND s.expires_at > now() AND users.deleted_at IS NULL`,
  'who stands behind a session',
);

/** Who stands behind a session now: asked on every call, so that ending a session works at once. */
export async function standingOf(
  connection: Queryable,
  session: string,
  uid: string,
): Promise<Standing | null> {
  const [found] = await standing(connection, { session, uid });
  return found ?? null;
}

/** Of these sessions, those that speak for somebody now, each with that person's role. */
export async function standingAmong(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Standing['role']>> {
  const rows = await db.execute<{ id: string; role: Standing['role'] }>(sql`
    SELECT s.id, users.role FROM sessions s JOIN users ON users.uid = s.uid
    WHERE s.id = ANY(${sql.param([...sessionIds])}::uuid[]) AND s.revoked_at IS NULL
      AND s.expires_at > now() AND users.deleted_at IS NULL AND users.suspended_at IS NULL`);
  return new Map(rows.rows.map(({ id, role }) => [id, role]));
}
