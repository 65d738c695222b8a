import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, or, sql } from '../../../platform/database/query-builder.ts';
import { type UserRow, users } from '../users-table.ts';

/** Name of the unique constraint that a Discord account is linked to at most one person. */
export const discordIdUniqueConstraint = 'users_discord_id_key';

/**
 * Stores the Discord id of an open account. Null when the account is closed or already linked to another id. When
 * another person has linked this id, throws the violation of `discordIdUniqueConstraint`.
 */
export async function linkDiscordId(
  db: Db,
  uid: string,
  discordId: string,
): Promise<UserRow | null> {
  const rows = await db
    .update(users)
    .set({ discordId, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.uid, uid),
        isNull(users.deletedAt),
        or(isNull(users.discordId), eq(users.discordId, discordId)),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Removes the link to a Discord account. */
export async function unlinkDiscordId(db: Db, uid: string): Promise<void> {
  await db
    .update(users)
    .set({ discordId: null, updatedAt: sql`now()` })
    .where(and(eq(users.uid, uid), sql`${users.discordId} IS NOT NULL`));
}
