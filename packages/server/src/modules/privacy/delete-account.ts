import { parsePictureURL } from '@guilda/contract/pictures';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { isUniqueViolation } from '../../platform/database/unavailable.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Realtime } from '../../ports/realtime.ts';
import { eraseAgeCheck } from '../age/index.ts';
import { type ArchiveTasks, removeArchivesOf } from '../archives/index.ts';
import { forgetCallsOf } from '../calls/index.ts';
import { type CatalogTasks, erasePreview, removeServicesOf } from '../catalog/index.ts';
import { forgetDiscordOf } from '../discord/index.ts';
import { revokeAllSessions } from '../identity/index.ts';
import { forgetMessagingOf } from '../messaging/index.ts';
import { forgetExcerptsOf } from '../moderation/index.ts';
import { forgetNotificationsOf } from '../notifications/index.ts';
import { type OrderTasks, openOrdersOf, revokeUnpaidOf } from '../orders/index.ts';
import { forgetReachOf } from '../reach/index.ts';
import { erasePostPreview, removePostsOf, type SocialTasks } from '../social/index.ts';
import { anonymise, forgetBlocksOf, hasOtherAdmin, lockAccount } from '../users/index.ts';
import { forgetPixKeys } from '../wallet/index.ts';
import { forgetExportsOf } from './export-store.ts';
import type { PrivacyTasks } from './tasks.ts';

export interface DeleteAccountDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly realtime: Realtime;
  readonly enqueue: Enqueue<PrivacyTasks & CatalogTasks & SocialTasks & ArchiveTasks & OrderTasks>;
}

type Refusal = 'open_orders' | 'last_admin';

const untold = () => undefined;

/** Tries of a free placeholder name before giving up. */
const ATTEMPTS = 5;

/** A username that is nobody's: 16 characters, and no person's choice. */
function placeholder(ids: Ids): string {
  return `removido${Buffer.from(ids.secret(4), 'base64url').toString('hex')}`;
}

async function erasePictures(deps: DeleteAccountDeps, tx: Db, pictures: (string | null)[]) {
  for (const photoURL of pictures) {
    if (photoURL === null || !parsePictureURL(photoURL)) continue;
    await deps.enqueue(tx, 'privacy.erase_picture', { photoURL });
  }
}

/** Answers what tells others of it, once it is committed. */
async function close(
  deps: DeleteAccountDeps,
  tx: Db,
  uid: string,
): Promise<Result<() => void, Refusal>> {
  const account = await lockAccount(tx, uid);
  if (!account) return ok(untold);
  const orders = await openOrdersOf(tx, uid);
  if (orders.length > 0) return err('open_orders', { extra: { orders } });
  if (account.role === 'admin' && !(await hasOtherAdmin(tx, uid))) return err('last_admin');
  await revokeUnpaidOf(deps, tx, uid);
  const removed = await removeServicesOf(tx, uid);
  const posts = await removePostsOf(tx, uid);
  await eraseAgeCheck(tx, uid);
  await anonymise(tx, uid, placeholder(deps.ids));
  await forgetBlocksOf(tx, uid);
  await revokeAllSessions(tx, uid);
  await forgetDiscordOf(tx, uid);
  const tellCallEnded = await forgetCallsOf(deps)(tx, uid);
  await forgetPixKeys(tx, uid);
  await forgetNotificationsOf(tx, uid);
  await forgetMessagingOf(tx, uid);
  await forgetReachOf(tx, uid);
  await forgetExcerptsOf(tx, uid);
  await forgetExportsOf(tx, uid);
  await deps.enqueue(tx, 'privacy.erase_exports', { personId: uid });
  const pictures = [...removed, ...posts].map(({ photoURL }) => photoURL);
  await erasePictures(deps, tx, [account.photoURL, ...pictures]);
  for (const { id } of removed) await erasePreview(deps, tx, id);
  for (const post of posts) await erasePostPreview(deps, tx, post.uid);
  await removeArchivesOf(tx, uid);
  await deps.enqueue(tx, 'archives.sweep', {});
  return ok(tellCallEnded);
}

/**
 * Closes the own account for good (`product §3`): personal data goes at once, and what decisions of
 * the team quote of them; sessions end, what was for sale or said in the community is gone, a call they
 * are in is over. Pictures, files that no order holds and copies of their data are erased right after.
 * Orders, reviews, cases and the ledger stay under "Usuário removido". Refused while somebody waits for
 * the person, with those orders (`product §12`), and to the last administrator. Closing a closed
 * account changes nothing.
 *
 * The account is locked first: a purchase under way either is seen here, or finds a closed account.
 */
export const deleteAccount =
  (deps: DeleteAccountDeps) =>
  async (actor: Person): Promise<Result<undefined, Refusal>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const closed = await deps.database.transaction((tx) => close(deps, tx, actor.uid));
        if (!closed.ok) return closed;
        closed.value();
        return ok(undefined);
      } catch (error) {
        const taken = isUniqueViolation(error, 'users_username_key');
        if (!taken || attempt === ATTEMPTS) throw error;
      }
    }
  };
