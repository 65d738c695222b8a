import { formatBrl, formatDecimal } from '@guilda/contract/money/money';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { connectionOf } from '../../platform/database/transaction-connection.ts';
import { isUniqueViolation } from '../../platform/database/unavailable.ts';
import { createEnqueueAll, type Enqueue } from '../../platform/jobs/index.ts';
import type { KeyedHashes } from '../../platform/keyed-hashes.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Realtime } from '../../ports/realtime.ts';
import { deleteAccessRecordCopiesOf } from '../access-records/index.ts';
import { deleteAgeCheckOf, keepRequirementOf } from '../age/index.ts';
import { endAndDeleteCallsOf } from '../calls/index.ts';
import { type CatalogTasks, deleteServicesOf } from '../catalog/index.ts';
import { deleteOAuthStatesOf } from '../discord/index.ts';
import { revokeAllSessions } from '../identity/index.ts';
import { deleteMessagingDataOf } from '../messaging/index.ts';
import { deleteExcerptsOf } from '../moderation/index.ts';
import { deleteDeliveryDataOf, deleteNotificationsOf } from '../notifications/index.ts';
import { enqueueRevokingUnpaidOrders, listOpenOrders } from '../orders/index.ts';
import { markPackFilesRemovedOf, type PackFileTasks } from '../pack-files/index.ts';
import { deletePostsOf, type SocialTasks } from '../social/index.ts';
import { anonymiseAccount, deleteBlocksOf, lockAccount } from '../users/index.ts';
import { erasePaymentDetails, erasePayoutProfile, findDebt } from '../wallet/index.ts';
import { deleteExportsOf } from './export-store.ts';
import type { PrivacyTasks } from './tasks.ts';

export interface DeleteAccountDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly identityHashes: KeyedHashes;
  readonly realtime: Realtime;
  readonly enqueue: Enqueue<PrivacyTasks & PackFileTasks>;
}

type DeleteAccountRefusal = 'open_orders' | 'wallet_in_debt' | 'administrator_stays';

const doNothing = () => undefined;

/** Maximum number of random placeholder usernames that are tried. */
const MAX_USERNAME_ATTEMPTS = 5;

/** A random placeholder username of 16 characters for a closed account. */
function placeholderUsername(ids: Ids): string {
  return `removido${Buffer.from(ids.secret(4), 'base64url').toString('hex')}`;
}

const enqueueErasures = createEnqueueAll<PrivacyTasks & CatalogTasks & SocialTasks>();

/** The content of a closed account whose pictures and link previews are erased. */
interface ErasedContent {
  readonly photoURL: string | null;
  readonly services: readonly { readonly id: string; readonly photoURL: string | null }[];
  readonly posts: readonly { readonly uid: string; readonly photoURL: string | null }[];
}

/**
 * Enqueues the erasure of pictures and link previews in one statement, because everybody who writes to this person waits
 * for the lock on the account.
 */
function erasePicturesAndPreviews(tx: Db, { photoURL, services, posts }: ErasedContent) {
  const pictures = [photoURL, ...[...services, ...posts].map((content) => content.photoURL)];
  return enqueueErasures(connectionOf(tx), [
    ...pictures.flatMap((picture) =>
      picture !== null && parsePictureURL(picture)
        ? [['privacy.erase_picture', { photoURL: picture }] as const]
        : [],
    ),
    ...services.map(({ id }) => ['catalog.erase_preview', { serviceId: id }] as const),
    ...posts.map(({ uid }) => ['social.erase_preview', { postUid: uid }] as const),
  ]);
}

/** The refusal to close an account with a debt, given in centavos; `debt` in the answer is decimal text. */
const debtRefusal = (debt: number) =>
  err('wallet_in_debt', {
    message: `Você ainda precisa devolver ${formatBrl(debt)} de um pagamento contestado. Novas vendas pagam esse valor.`,
    extra: { debt: formatDecimal(debt), orders: [] },
  });

/** Closes the account in the transaction; returns a function to run after the commit. */
async function closeAccount(
  deps: DeleteAccountDeps,
  tx: Db,
  uid: string,
): Promise<Result<() => void, DeleteAccountRefusal>> {
  const account = await lockAccount(tx, uid);
  if (!account) return ok(doNothing);
  if (account.role === 'admin') return err('administrator_stays');
  const orders = await listOpenOrders(tx, uid);
  if (orders.length > 0) return err('open_orders', { extra: { orders } });
  const debt = await findDebt(tx, uid);
  if (debt > 0) return debtRefusal(debt);
  await enqueueRevokingUnpaidOrders(tx, uid);
  const services = await deleteServicesOf(tx, uid);
  const posts = await deletePostsOf(tx, uid);
  await deleteAgeCheckOf(tx, uid);
  await keepRequirementOf(tx, deps.identityHashes, account);
  await anonymiseAccount(tx, uid, placeholderUsername(deps.ids));
  await deleteBlocksOf(tx, uid);
  await revokeAllSessions(tx, uid);
  await deleteOAuthStatesOf(tx, uid);
  const notifyCallEnded = await endAndDeleteCallsOf(deps)(tx, uid);
  await erasePaymentDetails(tx, uid);
  await erasePayoutProfile(tx, uid);
  await deleteNotificationsOf(tx, uid);
  await deleteMessagingDataOf(tx, uid);
  await deleteDeliveryDataOf(tx, uid);
  await deleteExcerptsOf(tx, uid);
  await deleteExportsOf(tx, uid);
  await deleteAccessRecordCopiesOf(tx, uid);
  await deps.enqueue(tx, 'privacy.erase_exports', { personId: uid });
  await erasePicturesAndPreviews(tx, { photoURL: account.photoURL, services, posts });
  await markPackFilesRemovedOf(tx, uid);
  await deps.enqueue(tx, 'archives.sweep', {});
  return ok(notifyCallEnded);
}

/**
 * Closes the actor's account permanently (`docs/product/privacy.md`). Personal data, quotes in decisions, sessions,
 * services, posts and comments are deleted at once, and a call in progress ends. Jobs erase pictures, files that no
 * order needs and data exports. Orders, reviews, cases and the ledger stay under the name "Usuário removido".
 * An age requirement stays in force for a new account of the same identity. Closing a closed account changes nothing.
 *
 * Refuses with `open_orders` and a list of the orders while the person has unfinished orders, with `wallet_in_debt` and
 * the amount while they owe money after a chargeback, and with `administrator_stays` while they are an administrator.
 *
 * The account is locked first, so that a concurrent purchase is either listed here or finds the account closed.
 */
export const deleteAccount =
  (deps: DeleteAccountDeps) =>
  async (actor: Person): Promise<Result<undefined, DeleteAccountRefusal>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const closeResult = await deps.database.transaction((tx) =>
          closeAccount(deps, tx, actor.uid),
        );
        if (!closeResult.ok) return closeResult;
        closeResult.value();
        return ok(undefined);
      } catch (error) {
        const isUsernameTaken = isUniqueViolation(error, 'users_username_key');
        if (!isUsernameTaken || attempt === MAX_USERNAME_ATTEMPTS) throw error;
      }
    }
  };
