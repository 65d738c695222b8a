import { customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  uid: uuid('uid').notNull(),
  /** Of the newest refresh token. */
  refreshHash: bytes('refresh_hash').notNull(),
  /** Of the token that the session began with, once it was replaced. */
  firstHash: bytes('first_hash'),
  /** The newest token's generation: how often it was replaced. */
  rotation: integer('rotation').notNull().default(0),
  device: text('device').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
});

export type SessionRow = typeof sessions.$inferSelect;
