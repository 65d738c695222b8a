import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { blockBetween, isListedUser } from '../../users/index.ts';

/** Condition: there is a block, in either direction, between the receiver of the notification `n` and this person. */
export const isBlockedWithReceiver = (person: SQL): SQL<boolean> =>
  blockBetween(sql`n.receiver_id`, person);

/**
 * Condition: the notification `n` has no sender or is about an order, so a block does not hide it.
 */
export const isSentDespiteBlock = sql<boolean>`(n.sender_id IS NULL OR n.additional_info ? 'paymentId')`;

const selectEventsOfType = (quote: SQL, type: 'like' | 'comment', joinOfEvent: SQL) => sql`
  SELECT f.by_uid, f.at, f.fact_id, ${quote} AS quote FROM notification_facts f ${joinOfEvent}
  WHERE n.type = ${sql.raw(`'${type}'`)} AND f.notification_id = n.id AND f.round = n.round
    AND NOT ${isBlockedWithReceiver(sql`f.by_uid`)} AND EXISTS (
      SELECT FROM users WHERE users.uid = f.by_uid AND ${isListedUser})`;

/**
 * Subquery for the grouped events of the notification `n` that still count: likes that were not removed and comments
 * that are not hidden, by people who are neither hidden, suspended nor blocked. No rows for other types of notification.
 */
export const selectGroupedEvents = sql`
  ${selectEventsOfType(sql`NULL::text`, 'like', sql`JOIN post_likes l ON l.post_uid = n.post_uid AND l.user_id = f.fact_id`)}
  UNION ALL
  ${selectEventsOfType(sql`c.text`, 'comment', sql`JOIN comments c ON c.id = f.fact_id AND c.hidden_at IS NULL`)}`;
