import { pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who shut whom out (`product §3`); it works in both directions, whoever set it. */
export const userBlocks = pgTable(
  'user_blocks',
  {
    blockerId: uuid('blocker_id').notNull(),
    blockedId: uuid('blocked_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
);
