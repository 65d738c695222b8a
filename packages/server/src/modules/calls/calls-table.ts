import { callOutcomes, callStates } from '@guilda/contract/chat/calls';
import { instant } from '../../platform/database/columns.ts';
import { boolean, integer, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/**
 * Calls between two people. An ended call is deleted after 30 days, or later when it is evidence for an order
 * (`docs/retention.md`). All times come from the database's clock.
 */
export const calls = pgTable('calls', {
  id: uuid('id').primaryKey(),
  callerId: uuid('caller_id').notNull(),
  calleeId: uuid('callee_id').notNull(),
  state: text('state', { enum: callStates }).notNull().default('pending'),
  outcome: text('outcome', { enum: callOutcomes }),
  placedAt: instant('placed_at').notNull().defaultNow(),
  ringsUntil: instant('rings_until').notNull(),
  openingAt: instant('opening_at'),
  acceptedAt: instant('accepted_at'),
  endedAt: instant('ended_at'),
  acceptedEmittedAt: instant('accepted_told_at'),
  channelId: text('channel_id'),
  inviteLink: text('invite_link'),
  response: text('response', { enum: ['moved', 'not_moved'] }),
  /**
   * The Discord accounts that the room was opened for; null before the room is open and after it is closed. The accounts
   * that are linked now may be others, because either person can unlink an account during the call.
   */
  callerDiscordId: text('caller_discord_id'),
  calleeDiscordId: text('callee_discord_id'),
  roomUsed: boolean('room_used').notNull().default(false),
  roomEmptySince: instant('room_empty_since'),
  roomLookedAt: instant('room_looked_at'),
  roomClosedAt: instant('room_closed_at'),
  /** Seconds that the caller was in the room, according to Discord; null while Discord has reported nothing. */
  callerSeconds: integer('caller_seconds'),
  /** Seconds that the callee was in the room; null while Discord has reported nothing. */
  calleeSeconds: integer('callee_seconds'),
  /** Time at which Discord last reported who is in the room; null before the first report. */
  roomReportedAt: instant('room_told_at'),
  /** Time of the next check whether an ended call is still evidence for an order; null before the first check. */
  keptUntil: instant('kept_until'),
});

export type CallRow = typeof calls.$inferSelect;

/** The people who are in a call now, at most one row per person. A trigger deletes the rows when the call ends. */
export const callPeople = pgTable('call_people', {
  uid: uuid('uid').primaryKey(),
  callId: uuid('call_id').notNull(),
});
