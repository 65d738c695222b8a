import type { Notification } from '@guilda/contract/notifications/notifications';
import type { Cursor } from '../../../platform/cursor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { alias, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { waitUntilReplicated } from '../../../platform/database/replicas/unreplicated.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import {
  type AuthorRow,
  authorColumnsOf,
  authorSelectionSqlOf,
  displayBadgesOf,
  displayNameOf,
  displayPhotoOf,
  hasVerifiedAge,
  users,
} from '../../users/index.ts';
import { notificationText } from './content.ts';
import {
  isBlockedWithReceiver,
  isSentDespiteBlock,
  selectGroupedEvents,
} from './grouped-event-queries.ts';

/** Rows read for a page of default size: one more than the page shows, to know whether another page follows. */
const SHORT_PAGE_ROWS = 21;
/** Rows read for a page of maximum size: one more than the page shows, as for a short page. */
const LONG_PAGE_ROWS = 51;
/** Maximum number of rows in the list of unread notifications, which has no further pages. */
const MAX_UNREAD_ROWS = 100;

const placeholder = sql.placeholder;

/** Columns of the sender; all are null for a notification without a sender. */
type SenderColumns = AuthorRow | { readonly [column in keyof AuthorRow]: null };

/** The notification `n` with its sender and its grouped events. */
type ListedNotificationRow = SenderColumns & {
  readonly id: string;
  readonly type: string;
  readonly receiverId: string;
  readonly content: string;
  readonly additionalInfo: Record<string, string>;
  readonly peopleCount: number;
  readonly title: string | null;
  readonly quote: string | null;
  readonly read: boolean;
  /**
   * Time of creation, or of the last event that made the notification unread again, in UTC with microseconds.
   */
  readonly versionAt: string;
};

/** A notification without the sender's badges, which depend on the time at which the notification is shown. */
export type NotificationWithoutBadges = Omit<Notification, 'senderBadges'>;

/** A notification with the row of its sender. */
export interface NotificationEntry {
  /** Key of the entry in a cursor. */
  readonly key: string;
  readonly notification: NotificationWithoutBadges;
  /** Null for a notification without a sender. */
  readonly sender: AuthorRow | null;
}

/** Adds the badges that the sender has at time `now`. */
export function toNotification(
  { notification: notice, sender }: NotificationEntry,
  now: Date,
): Notification {
  return { ...notice, senderBadges: sender === null ? [] : displayBadgesOf(sender, now) };
}

const senderSelection = authorSelectionSqlOf(authorColumnsOf(alias(users, 'sender')));

/**
 * Selects notifications with `moreColumns` and the data from which their texts are built. Leaves out notifications of
 * people with a block between them and the receiver, except about orders, and notifications about deleted likes and
 * comments. The text of a sensitive post is selected only for receivers with a valid age check
 * (`docs/product/moderation.md`).
 */
const selectNotificationsWith = (
  moreColumns: SQL,
) => sql`SELECT ${moreColumns} n.id, n.type, n.receiver_id AS "receiverId", n.content,
    n.additional_info AS "additionalInfo", n.read_at IS NOT NULL AS read,
    ${timeText(sql`n.created_at`)} AS "versionAt",
    ${senderSelection},
    coalesce(grouped.people, 0) AS "peopleCount",
    CASE WHEN NOT posts.sensitive OR ${hasVerifiedAge} THEN nullif(posts.title, '') END AS title,
    CASE WHEN NOT posts.sensitive OR ${hasVerifiedAge} THEN grouped.quote END AS quote
  FROM notifications n
  JOIN users ON users.uid = n.receiver_id
  LEFT JOIN posts ON posts.uid = n.post_uid
  LEFT JOIN LATERAL (
    SELECT count(DISTINCT fact.by_uid)::integer AS people,
      (array_agg(fact.by_uid ORDER BY fact.at DESC, fact.fact_id))[1] AS lead,
      (array_agg(fact.quote ORDER BY fact.at DESC, fact.fact_id))[1] AS quote
    FROM (${selectGroupedEvents}) AS fact
  ) AS grouped ON n.post_uid IS NOT NULL
  LEFT JOIN users AS sender ON sender.uid = coalesce(grouped.lead, n.sender_id)
  WHERE CASE WHEN n.post_uid IS NULL
    THEN ${isSentDespiteBlock} OR NOT ${isBlockedWithReceiver(sql`n.sender_id`)}
    ELSE grouped.people > 0 END`;

const selectNotifications = selectNotificationsWith(sql``);

function toNotificationWithoutBadges(
  row: ListedNotificationRow,
  sender: AuthorRow | null,
): NotificationWithoutBadges {
  const senderName = sender && displayNameOf(sender);
  return {
    id: row.id,
    type: row.type,
    senderId: row.uid,
    receiverId: row.receiverId,
    content: notificationText({ ...row, senderName }),
    senderName,
    senderAvatar: sender && displayPhotoOf(sender),
    additionalInfo: row.additionalInfo,
    read: row.read,
    createdAt: `${row.versionAt.slice(0, 23)}Z`,
  };
}

function toEntry(row: ListedNotificationRow): NotificationEntry {
  const sender = row.uid === null ? null : row;
  return { key: row.versionAt, notification: toNotificationWithoutBadges(row, sender), sender };
}

const newestFirst = sql`ORDER BY n.created_at DESC, n.id DESC`;

type StatementRow = ListedNotificationRow & Record<string, unknown>;

const notificationsByIdStatement: Statement<StatementRow> = compileStatement(
  sql`${selectNotificationsWith(sql`${waitUntilReplicated} AS replicated,`)} AND n.id = ANY(${placeholder('ids')}::uuid[]) ORDER BY n.created_at, n.id`,
  'notifications by id',
);

/** The replicated notifications with these ids, oldest first, without those that their receivers may not see now. */
export async function readNotifications(
  pool: Queryable,
  ids: readonly string[],
): Promise<NotificationEntry[]> {
  return (await notificationsByIdStatement(pool, { ids: [...ids] })).map(toEntry);
}

const recentIdsStatement: Statement<{ id: string }> = compileStatement(
  sql`SELECT n.id FROM notifications n
    WHERE n.receiver_id = ANY(${placeholder('uids')}::uuid[]) AND n.read_at IS NULL
      AND n.created_at > ${databaseNow} - make_interval(secs => ${placeholder('seconds')}::int)
    ORDER BY n.created_at, n.id`,
  'recent unread notifications',
);

/** Ids of the unread notifications of these people that are at most `seconds` old. */
export async function readRecentNotificationIds(
  pool: Queryable,
  uids: readonly string[],
  seconds: number,
): Promise<string[]> {
  const rows = uids.length === 0 ? [] : await recentIdsStatement(pool, { uids, seconds });
  return rows.map(({ id }) => id);
}

const unreadStatement: Statement<StatementRow> = compileStatement(
  sql`${selectNotifications} AND n.receiver_id = ${placeholder('uid')} AND n.read_at IS NULL
    ${newestFirst} LIMIT ${sql.raw(String(MAX_UNREAD_ROWS))}`,
  'unread notifications',
);

/** The unread notifications of a person, newest first; at most {@link MAX_UNREAD_ROWS}. */
export async function readUnreadNotifications(
  pool: Queryable,
  uid: string,
): Promise<NotificationEntry[]> {
  return (await unreadStatement(pool, { uid })).map(toEntry);
}

function pageStatement(isFurtherPage: boolean, rowCount: number): Statement<StatementRow> {
  const cursorCondition = sql`(n.created_at, n.id) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`;
  return compileStatement(
    sql`${selectNotifications} AND n.receiver_id = ${placeholder('uid')} AND ${isFurtherPage ? cursorCondition : sql`true`}
      ${newestFirst} LIMIT ${sql.raw(String(rowCount))}`,
    `notifications ${Number(isFurtherPage)} ${rowCount}`,
  );
}

const pageStatementsOf = (rows: number) => ({
  first: pageStatement(false, rows),
  further: pageStatement(true, rows),
});
const pageStatements = {
  short: pageStatementsOf(SHORT_PAGE_ROWS),
  long: pageStatementsOf(LONG_PAGE_ROWS),
};

export interface NotificationListing {
  readonly uid: string;
  readonly afterCursor: Cursor | null;
  /** Number of notifications on a page. */
  readonly limit: number;
}

/**
 * Reads the next notifications of a person, newest first: all that are left or, when another page follows, at least one
 * row more than `limit`.
 */
export async function readNotificationPage(
  pool: Queryable,
  { uid, afterCursor, limit }: NotificationListing,
): Promise<NotificationEntry[]> {
  const statements = limit < SHORT_PAGE_ROWS ? pageStatements.short : pageStatements.long;
  const statement = afterCursor ? statements.further : statements.first;
  const rows = await statement(pool, { uid, ...afterCursor });
  return rows.map(toEntry);
}

const countStatement: Statement<{ count: number }> = compileStatement(
  sql`SELECT count(*)::integer AS count FROM notifications n
    WHERE n.receiver_id = ${placeholder('uid')} AND n.read_at IS NULL
      AND CASE WHEN n.post_uid IS NULL THEN ${isSentDespiteBlock} OR NOT ${isBlockedWithReceiver(sql`n.sender_id`)}
        ELSE EXISTS (${selectGroupedEvents}) END`,
  'count unread notifications',
);

/** Number of unread notifications that the person may see. */
export async function countUnreadNotifications(pool: Queryable, uid: string): Promise<number> {
  const [row] = await countStatement(pool, { uid });
  return row?.count ?? 0;
}
