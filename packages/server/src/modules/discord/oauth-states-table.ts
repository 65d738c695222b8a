import { customType, pgTable, timestamp, uuid } from '../../platform/database/query-builder.ts';

const byteaColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pending OAuth2 states of Discord consents, stored as hashes. */
export const oauthStates = pgTable('discord_link_states', {
  stateHash: byteaColumn('state_hash').primaryKey(),
  uid: uuid('uid').notNull(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});
