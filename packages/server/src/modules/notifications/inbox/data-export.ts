import type { ReadDataExport } from '../../../platform/database/data-export.ts';
import { readNotificationPage } from './notification-queries.ts';

const BATCH_SIZE = 50;

/** The person's notifications, newest first, with the text that the product shows now. */
export const notificationsDataExport: ReadDataExport = async function* read(pool, uid) {
  for (let after: { key: string; id: string } | null = null; ; ) {
    const rows = await readNotificationPage(pool, { uid, afterCursor: after, limit: BATCH_SIZE });
    const page = rows.slice(0, BATCH_SIZE);
    for (const { notice } of page) yield notice;
    const last = page.at(-1);
    if (rows.length <= BATCH_SIZE || !last) return;
    after = { key: last.key, id: last.notice.id };
  }
};
