import type { ReadDataExport } from '../../../platform/database/data-export.ts';
import { readNotificationPage } from './notification-queries.ts';

const NOTIFICATIONS_PER_QUERY = 50;

/** The person's notifications, newest first, with the text that Guilda shows now. */
export const notificationsDataExport: ReadDataExport = async function* read(pool, uid) {
  for (let afterCursor: { key: string; id: string } | null = null; ; ) {
    const rows = await readNotificationPage(pool, {
      uid,
      afterCursor,
      limit: NOTIFICATIONS_PER_QUERY,
    });
    const page = rows.slice(0, NOTIFICATIONS_PER_QUERY);
    for (const { notification: notice } of page) yield notice;
    const last = page.at(-1);
    if (rows.length <= NOTIFICATIONS_PER_QUERY || !last) return;
    afterCursor = { key: last.key, id: last.notification.id };
  }
};
