import type { Notification } from '@guilda/contract/notifications';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Cursor } from '../../platform/cursor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { timeText } from '../../platform/database/time-text.ts';
import {
  type AuthorRow,
  ageChecked,
  authorColumnsOf,
  authorSelectionOf,
  badgesBeside,
  nameOf,
  photoOf,
  users,
} from '../users/index.ts';
import { contentOf } from './content.ts';
import { apart, standingFacts, toldOfAnyway } from './standing-facts.ts';

/** Rows a list reads at most: one more than a page, to know whether another one follows. */
const SHORT = 21;
const LONG = 51;
/** Of `spec §7`'s bare list. */
const UNREAD = 100;

const given = sql.placeholder;

/** Columns of the sender, all null when the product itself tells. */
type SenderColumns = AuthorRow | { readonly [column in keyof AuthorRow]: null };

/** A notification as it stands now: `n`, its sender and what it gathers. */
type ReadRow = SenderColumns & {
  readonly id: string;
  readonly type: string;
  readonly receiverId: string;
  readonly content: string;
  readonly additionalInfo: Record<string, string>;
  readonly people: number;
  readonly title: string | null;
  readonly quote: string | null;
  readonly read: boolean;
  /** In UTC with microseconds. */
  readonly toldAt: string;
};

/** A notification by itself: what its sender has earned depends on when it is shown. */
export type Notice = Omit<Notification, 'senderBadges'>;

/** A notification with its sender's row, before the moment is known that it is shown in. */
export interface Placed {
  /** The place in a list, as `timeKey` reads it. */
  readonly key: string;
  readonly notice: Notice;
  /** Null when the product itself tells. */
  readonly sender: AuthorRow | null;
}

/** A notification as it is shown at this time. */
export function toNotification({ notice, sender }: Placed, now: Date): Notification {
  return { ...notice, senderBadges: sender === null ? [] : badgesBeside(sender, now) };
}

const senderSelection = authorSelectionOf(authorColumnsOf(alias(users, 'sender')));

/**
 * Notifications with what is made when they are read. Those of orders are for their two people
 * whatever stands between them; else nothing is told of anyone across a block, nor of what is gone.
 * The words of a sensitive post reach checked adults alone (`product §9`).
 */
const reading = sql`SELECT n.id, n.type, n.receiver_id AS "receiverId", n.content,
    n.additional_info AS "additionalInfo", n.read_at IS NOT NULL AS read,
    ${timeText(sql`n.created_at`)} AS "toldAt",
    ${senderSelection},
    coalesce(told.people, 0) AS people,
    CASE WHEN NOT posts.sensitive OR ${ageChecked} THEN nullif(posts.title, '') END AS title,
    CASE WHEN NOT posts.sensitive OR ${ageChecked} THEN told.quote END AS quote
  FROM notifications n
  JOIN users ON users.uid = n.receiver_id
  LEFT JOIN posts ON posts.uid = n.post_uid
  LEFT JOIN LATERAL (
    SELECT count(DISTINCT fact.by_uid)::integer AS people,
      (array_agg(fact.by_uid ORDER BY fact.at DESC, fact.fact_id))[1] AS lead,
      (array_agg(fact.quote ORDER BY fact.at DESC, fact.fact_id))[1] AS quote
    FROM (${standingFacts}) AS fact
  ) AS told ON n.post_uid IS NOT NULL
  LEFT JOIN users AS sender ON sender.uid = coalesce(told.lead, n.sender_id)
  WHERE CASE WHEN n.post_uid IS NULL
    THEN ${toldOfAnyway} OR NOT ${apart(sql`n.sender_id`)}
    ELSE told.people > 0 END`;

function toNotice(row: ReadRow, sender: AuthorRow | null): Notice {
  const senderName = sender && nameOf(sender);
  return {
    id: row.id,
    type: row.type,
    senderId: row.uid,
    receiverId: row.receiverId,
    content: contentOf({ ...row, senderName }),
    senderName,
    senderAvatar: sender && photoOf(sender),
    additionalInfo: row.additionalInfo,
    read: row.read,
    createdAt: `${row.toldAt.slice(0, 23)}Z`,
  };
}

function place(row: ReadRow): Placed {
  const sender = row.uid === null ? null : row;
  return { key: row.toldAt, notice: toNotice(row, sender), sender };
}

const newestFirst = sql`ORDER BY n.created_at DESC, n.id DESC`;

type Row = ReadRow & Record<string, unknown>;

const byId: Statement<Row> = compileStatement(
  sql`${reading} AND n.id = ANY(${given('ids')}::uuid[]) ORDER BY n.created_at, n.id`,
  'notifications by id',
);

/** Those of these notifications that their receivers may be told of now, the oldest first. */
export async function readNotifications(
  pool: Queryable,
  ids: readonly string[],
): Promise<Placed[]> {
  return (await byId(pool, { ids: [...ids] })).map(place);
}

const toldLately: Statement<{ id: string }> = compileStatement(
  sql`SELECT n.id FROM notifications n
    WHERE n.receiver_id = ANY(${given('uids')}::uuid[]) AND n.read_at IS NULL
      AND n.created_at > clock_timestamp() - make_interval(secs => ${given('seconds')}::int)
    ORDER BY n.created_at, n.id`,
  'notifications told lately',
);

/** Ids of what these people were told in the last so many seconds and have not read. */
export async function readToldLately(
  pool: Queryable,
  uids: readonly string[],
  seconds: number,
): Promise<string[]> {
  const rows = uids.length === 0 ? [] : await toldLately(pool, { uids, seconds });
  return rows.map(({ id }) => id);
}

const unread: Statement<Row> = compileStatement(
  sql`${reading} AND n.receiver_id = ${given('uid')} AND n.read_at IS NULL
    ${newestFirst} LIMIT ${sql.raw(String(UNREAD))}`,
  'unread notifications',
);

/** What a person has not read, newest first; at most 100. */
export async function readUnread(pool: Queryable, uid: string): Promise<Placed[]> {
  return (await unread(pool, { uid })).map(place);
}

function pageStatement(further: boolean, rows: number): Statement<Row> {
  const past = sql`(n.created_at, n.id) < (${given('key')}::timestamptz, ${given('id')}::uuid)`;
  return compileStatement(
    sql`${reading} AND n.receiver_id = ${given('uid')} AND ${further ? past : sql`true`}
      ${newestFirst} LIMIT ${sql.raw(String(rows))}`,
    `notifications ${Number(further)} ${rows}`,
  );
}

const statements = (rows: number) => ({
  first: pageStatement(false, rows),
  further: pageStatement(true, rows),
});
const pages = { short: statements(SHORT), long: statements(LONG) };

export interface Listing {
  readonly uid: string;
  readonly after: Cursor | null;
  /** Rows of a page. */
  readonly limit: number;
}

/** What a person was told, newest first: `limit` of them, and more when there are more. */
export async function readPage(pool: Queryable, { uid, after, limit }: Listing): Promise<Placed[]> {
  const size = limit < SHORT ? pages.short : pages.long;
  const rows = await (after ? size.further : size.first)(pool, { uid, ...after });
  return rows.map(place);
}

const counting: Statement<{ count: number }> = compileStatement(
  sql`SELECT count(*)::integer AS count FROM notifications n
    WHERE n.receiver_id = ${given('uid')} AND n.read_at IS NULL
      AND CASE WHEN n.post_uid IS NULL THEN ${toldOfAnyway} OR NOT ${apart(sql`n.sender_id`)}
        ELSE EXISTS (${standingFacts}) END`,
  'count unread notifications',
);

/** How many of the notifications that a person may see are unread. */
export async function countUnread(pool: Queryable, uid: string): Promise<number> {
  const [row] = await counting(pool, { uid });
  return row?.count ?? 0;
}
