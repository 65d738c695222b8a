import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type UserRow, users } from './users-table.ts';

/** The constraint by which an account at Discord is one person's (`product §7`). */
export const oneOwnerOfDiscord = 'users_discord_id_key';

/**
 * Writes down who an open account is at Discord; null when it is closed, or somebody else there. An
 * account that another person has linked is refused by `oneOwnerOfDiscord`, which throws.
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

/** Forgets who a person is at Discord. */
export async function unlinkDiscordId(db: Db, uid: string): Promise<void> {
  await db
    .update(users)
    .set({ discordId: null, updatedAt: sql`now()` })
    .where(and(eq(users.uid, uid), sql`${users.discordId} IS NOT NULL`));
}
