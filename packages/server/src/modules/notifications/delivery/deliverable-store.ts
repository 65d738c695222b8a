import type { Database, Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { blockBetween } from '../../users/index.ts';
import { readNotifications } from '../inbox/notification-queries.ts';

/** An unread notification with the data needed to decide whether and how to deliver it. */
export interface DeliverableNotification {
  readonly id: string;
  readonly receiverId: string;
  readonly senderId: string | null;
  readonly type: string;
  readonly content: string;
  readonly additionalInfo: Readonly<Record<string, string>>;
  /** Time of the last event of the notification, as text from the database. */
  readonly versionAt: string;
  readonly senderName: string | null;
  readonly email: string | null;
  readonly suspended: boolean;
  /** Whether there is a block between receiver and sender. */
  readonly blocked: boolean;
  /** Whether the receiver has muted the conversation with the sender. */
  readonly muted: boolean;
  /** Whether the notification is about adult or sensitive content. Such content is never named in pushes and mails. */
  readonly discreet: boolean;
  /** Whether the receiver is the buyer of the order that the notification is about. */
  readonly isBuyer: boolean;
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** SQL for an id in `additional_info`; null when it is missing or not a UUID. */
const additionalId = (
  name: string,
) => sql`(CASE WHEN n.additional_info->>${name}::text ~ ${uuidPattern}
  THEN (n.additional_info->>${name}::text)::uuid END)`;

const isBlocked = blockBetween(sql`n.receiver_id`, sql`n.sender_id`);

const isMuted = sql`EXISTS (SELECT FROM conversations c JOIN conversation_members m
    ON m.conversation_id = c.id AND m.uid = n.receiver_id AND m.muted_at IS NOT NULL
  WHERE c.low_id = least(n.receiver_id, n.sender_id)
    AND c.high_id = greatest(n.receiver_id, n.sender_id))`;

async function readDeliverableRow(db: Db, id: string): Promise<DeliverableNotification | null> {
  const { rows } = await db.execute<DeliverableNotification & Record<string, unknown>>(sql`
    SELECT n.id, n.receiver_id AS "receiverId", n.sender_id AS "senderId", n.type, n.content,
      n.additional_info AS "additionalInfo", n.created_at::text AS "versionAt",
      coalesce(s.display_name, s.username) AS "senderName", r.email,
      r.suspended_at IS NOT NULL AS suspended, ${isBlocked} AS blocked, ${isMuted} AS muted,
      coalesce(o.adult, false) OR coalesce(p.sensitive, false) AS discreet,
      coalesce(o.buyer_id = n.receiver_id, false) AS "isBuyer"
    FROM notifications n
    JOIN users r ON r.uid = n.receiver_id AND r.deleted_at IS NULL
    LEFT JOIN users s ON s.uid = n.sender_id AND s.deleted_at IS NULL
    LEFT JOIN payments o ON o.id = ${additionalId('paymentId')}
    LEFT JOIN posts p ON p.uid = ${additionalId('postId')}
    WHERE n.id = ${id} AND n.read_at IS NULL AND n.created_at > now() - interval '1 day'`);
  return rows[0] ?? null;
}

/**
 * Loads a notification as its receiver may see it now. Null when the receiver has read it or may not see it any more,
 * for example because its comment was deleted; also when the receiver's account is closed, or when the notification is
 * more than a day old.
 */
export async function readDeliverable(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  id: string,
): Promise<DeliverableNotification | null> {
  const row = await readDeliverableRow(db, id);
  if (!row) return null;
  const [notification] = await readNotifications(pool, [id]);
  if (!notification) return null;
  const { content, senderId, senderName } = notification.notification;
  return { ...row, content, senderId, senderName };
}
