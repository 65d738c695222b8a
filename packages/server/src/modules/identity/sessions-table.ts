import { bytes, instant } from '../../platform/database/columns.ts';
import { integer, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  uid: uuid('uid').notNull(),
  /** Hash of the session's newest refresh token. */
  refreshHash: bytes('refresh_hash').notNull(),
  /** Hash of the session's first refresh token; null before the first rotation, when `refreshHash` holds this hash. */
  firstHash: bytes('first_hash'),
  /** Generation of the newest refresh token: how often the token was rotated. */
  rotation: integer('rotation').notNull().default(0),
  device: text('device').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
});

export type SessionRow = typeof sessions.$inferSelect;
