import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { UserRow } from '../users-table.ts';
import { listOutdatedRoles, updateRole } from './account-status-store.ts';

type UserRole = UserRow['role'];

export interface RoleDeps extends AuditLog<'user'> {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  /** Verified addresses of the administrators (`ADMIN_EMAILS`), in lower case. */
  readonly adminEmails: readonly string[];
}

const auditActionByRole = {
  admin: { action: 'grant_admin', reason: 'O e-mail da conta está em ADMIN_EMAILS.' },
  user: { action: 'revoke_admin', reason: 'O e-mail da conta não está mais em ADMIN_EMAILS.' },
} as const;

/** Role that `ADMIN_EMAILS` gives to the account with this verified e-mail address (docs/product/accounts.md). */
export const roleForEmail = (
  { adminEmails }: Pick<RoleDeps, 'adminEmails'>,
  email: string,
): UserRole => (adminEmails.includes(email.toLowerCase()) ? 'admin' : 'user');

/** Records a change of role in the audit log, in the transaction that changes the role. */
export async function logRoleChange(
  { recordAuditEntry }: AuditLog<'user'>,
  tx: Db,
  { uid, role }: Pick<UserRow, 'uid' | 'role'>,
): Promise<void> {
  await recordAuditEntry(tx, {
    actorId: null,
    subject: { kind: 'user', id: uid },
    ...auditActionByRole[role],
  });
}

/**
 * Applies `ADMIN_EMAILS` to all accounts when a process starts, even if no administrator would be left. Between starts,
 * each sign-in applies the setting to the account that signs in. Each account is changed in a transaction of its own: a
 * transaction that waited for one account while it has locked another could deadlock with an action of an administrator.
 */
export const syncAdminRoles = (deps: RoleDeps) => async (): Promise<void> => {
  const { database, adminEmails } = deps;
  for (const uid of await listOutdatedRoles(database.db, adminEmails)) {
    await database.transaction(async (tx) => {
      const changedAccount = await updateRole(tx, uid, adminEmails);
      if (changedAccount) await logRoleChange(deps, tx, changedAccount);
    });
  }
};
