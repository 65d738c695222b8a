import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { TeamLog } from '../../../platform/team-log.ts';
import type { UserRow } from '../users-table.ts';

type Role = UserRow['role'];

export interface RoleDeps extends TeamLog<'user'> {
  readonly database: Pick<Database, 'transaction'>;
  /** Verified addresses of the administrators (`ADMIN_EMAILS`), in lower case. */
  readonly adminEmails: readonly string[];
}

const actions = {
  admin: { action: 'grant_admin', reason: 'O e-mail da conta está em ADMIN_EMAILS.' },
  user: { action: 'revoke_admin', reason: 'O e-mail da conta não está mais em ADMIN_EMAILS.' },
} as const;

/** The role of whoever has this verified address (`product §3`). */
export const roleOf = ({ adminEmails }: Pick<RoleDeps, 'adminEmails'>, email: string): Role =>
  adminEmails.includes(email.toLowerCase()) ? 'admin' : 'user';

/** Writes a role that has changed into the log of the team, in the transaction that changes it. */
export async function recordRole(
  { recordAction }: TeamLog<'user'>,
  tx: Db,
  { uid, role }: Pick<UserRow, 'uid' | 'role'>,
): Promise<void> {
  await recordAction(tx, { actorId: null, subject: { kind: 'user', id: uid }, ...actions[role] });
}

/** Brings every open account's role in line with the addresses; answers those that have changed. */
async function alignRoles(tx: Db, adminEmails: readonly string[]) {
  const named = sql`coalesce(lower(email) = ANY(${sql.param([...adminEmails])}::text[]), false)`;
  const { rows } = await tx.execute<{ uid: string; role: Role }>(sql`
    WITH changed AS MATERIALIZED (
      SELECT uid FROM users WHERE deleted_at IS NULL AND (role = 'admin') <> ${named}
      ORDER BY uid FOR NO KEY UPDATE)
    UPDATE users SET role = CASE WHEN ${named} THEN 'admin' ELSE 'user' END
    FROM changed WHERE users.uid = changed.uid RETURNING users.uid, users.role`);
  return rows;
}

/**
 * Gives the role of administrator to whom `ADMIN_EMAILS` names and takes it from everybody else, whoever
 * would be left: the setting wins. For the start of the program; sign-ins do the same for one account.
 */
export const followAdminEmails = (deps: RoleDeps) => (): Promise<void> =>
  deps.database.transaction(async (tx) => {
    for (const changed of await alignRoles(tx, deps.adminEmails)) {
      await recordRole(deps, tx, changed);
    }
  });
