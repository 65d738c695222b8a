import type { ReadHeld } from '../../platform/database/held-rows.ts';
import { readPage } from './read-notifications.ts';

const AT_ONCE = 50;

/**
 * What the person was told, newest first, as the product shows it to them now: nothing of what others
 * took back.
 */
export const heldNotifications: ReadHeld = async function* read(pool, uid) {
  for (let after: { key: string; id: string } | null = null; ; ) {
    const rows = await readPage(pool, { uid, after, limit: AT_ONCE });
    const page = rows.slice(0, AT_ONCE);
    for (const { notice } of page) yield notice;
    const last = page.at(-1);
    if (rows.length <= AT_ONCE || !last) return;
    after = { key: last.key, id: last.notice.id };
  }
};
