import { instant } from '../../../platform/database/columns.ts';
import { pgTable, primaryKey, uuid } from '../../../platform/database/query-builder.ts';

/** Blocks: `blocker_id` has blocked `blocked_id`. A block applies in both directions (docs/product/privacy.md). */
export const userBlocks = pgTable(
  'user_blocks',
  {
    blockerId: uuid('blocker_id').notNull(),
    blockedId: uuid('blocked_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
);
