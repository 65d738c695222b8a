import { bytes, instant } from '../../platform/database/columns.ts';
import { pgTable, uuid } from '../../platform/database/query-builder.ts';

/** Pending OAuth2 states of Discord consents, stored as hashes. */
export const oauthStates = pgTable('discord_link_states', {
  stateHash: bytes('state_hash').primaryKey(),
  uid: uuid('uid').notNull(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
