import type { Notification } from '@guilda/contract/notifications/notifications';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  countUnreadNotifications,
  readNotificationPage,
  readUnreadNotifications,
  toNotification,
} from './notification-queries.ts';

export interface ListDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
}

export interface NotificationPage {
  readonly notifications: Notification[];
  readonly nextCursor: string | null;
}

/** A page of the notifications of the actor, newest first. */
export const listNotifications =
  ({ database: { pool }, clock }: ListDeps) =>
  async (
    actor: Person,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Result<NotificationPage, 'invalid_parameter'>> => {
    const afterCursor = decodeCursor(cursor, timeKey);
    if (!afterCursor.ok) return afterCursor;
    const rows = await readNotificationPage(pool, {
      uid: actor.uid,
      afterCursor: afterCursor.value,
      limit,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, notification: { id } }) => ({
      key,
      id,
    }));
    const now = clock.now();
    return ok({ notifications: page.map((row) => toNotification(row, now)), nextCursor });
  };

/** The unread notifications of the actor; `forbidden` for the uid of another person. */
export const listUnread =
  ({ database: { pool }, clock }: ListDeps) =>
  async (actor: Person, uid: string): Promise<Result<Notification[], 'forbidden'>> => {
    if (uid !== actor.uid) return err('forbidden');
    const rows = await readUnreadNotifications(pool, uid);
    const now = clock.now();
    return ok(rows.map((row) => toNotification(row, now)));
  };

export interface CountDeps extends ListDeps {
  /** Number of a person's conversations with unread messages. */
  countUnreadConversations(uid: string): Promise<number>;
}

/** The number of the actor's unread notifications, and of conversations with unread messages. */
export const countAllUnread =
  ({ database: { pool }, countUnreadConversations }: CountDeps) =>
  async ({ uid }: Person) => {
    const [notifications, conversations] = await Promise.all([
      countUnreadNotifications(pool, uid),
      countUnreadConversations(uid),
    ]);
    return ok({ notifications, conversations });
  };
