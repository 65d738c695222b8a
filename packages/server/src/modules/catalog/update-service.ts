import type { Service, ServiceChanges } from '@guilda/contract/catalog';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { assignArchives } from '../archives/index.ts';
import { markPictureAdult, type ShowPictureTo } from '../pictures/index.ts';
import { keepAccounts, type MomentDeps, momentOf, seesAdult } from '../users/index.ts';
import { maySellAdult } from './adult-seller.ts';
import { type NotMine, notMine } from './delete-service.ts';
import {
  erasePicture,
  erasePreview,
  eraseRemovedArchives,
  type PackEffectDeps,
} from './owner-effects.ts';
import { changeService, closeOrders, lockOwn, readOwn } from './owner-store.ts';
import { readService } from './read-service.ts';
import { decideEdit, imageIssue, type Sent, type ServiceEdit } from './service-changes.ts';
import {
  type FileRefusal,
  type KeptFiles,
  type SentFiles,
  type ServiceFilesDeps,
  withFiles,
} from './service-files.ts';
import type { ServiceTableRow } from './services-table.ts';
import { toService } from './view.ts';

export interface UpdateServiceDeps extends ServiceFilesDeps, PackEffectDeps, MomentDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly showPicture: ShowPictureTo;
}

type Refusal =
  | NotMine
  | 'invalid_input'
  | 'adults_only'
  | 'profile_incomplete'
  | 'archive_not_found'
  | FileRefusal;

/** What an owner asks for. */
interface Wish {
  readonly actor: Person;
  readonly serviceId: string;
  readonly changes: ServiceChanges;
  readonly sent: Sent;
}

/** What the change would be on this service, when its owner may make it. */
async function edit(
  db: Db,
  { actor, changes, sent }: Wish,
  before: ServiceTableRow,
): Promise<Result<ServiceEdit, Refusal>> {
  const decided = decideEdit(before, changes, sent);
  if (!decided.ok) return decided;
  const { adult, becomesAdult } = decided.value;
  if (adult && !seesAdult(actor)) return err('adults_only');
  const allowed = becomesAdult ? await maySellAdult(db, actor) : ok();
  return allowed.ok ? decided : allowed;
}

/** Makes the pack what the change says, with the service held. */
async function changePack(
  deps: UpdateServiceDeps,
  tx: Db,
  wish: Wish,
  how: ServiceEdit['pack'],
  kept: KeptFiles,
) {
  if (how === 'stays') return ok();
  await eraseRemovedArchives(deps, tx);
  const ids = how === 'goes' ? [] : [...(wish.sent.ids ?? []), ...kept.archiveIds];
  return assignArchives(tx, { ownerId: wish.actor.uid, serviceId: wish.serviceId, ids });
}

/**
 * Closes what shows a service that is for adults now, and lets an old picture go. Nothing here opens
 * a picture again: what was shown to adults alone is never shown to others (`product §9`).
 */
async function closePictures(
  deps: UpdateServiceDeps,
  tx: Db,
  before: ServiceTableRow,
  { adult, becomesAdult }: ServiceEdit,
  photoURL: string | undefined,
): Promise<void> {
  // A new one may have been stored open before another change made the service one for adults.
  if (adult) await markPictureAdult(tx, photoURL ?? before.photoURL);
  if (photoURL !== undefined) await erasePicture(deps, tx, before);
  if (!becomesAdult) return;
  // Orders may show the picture, also one that goes.
  await markPictureAdult(tx, before.photoURL);
  await closeOrders(tx, before.id);
  await erasePreview(deps, tx, before.id);
}

/** The whole change in one transaction: a purchase sees the service before it or after it. */
async function apply(
  deps: UpdateServiceDeps,
  tx: Db,
  wish: Wish,
  kept: KeptFiles & { readonly adult: boolean },
): Promise<Result<void, Refusal>> {
  // Accounts come first: what changes the seller's average takes their row at the end.
  const open = await keepAccounts(tx, [wish.actor.uid]);
  const before = open ? await lockOwn(tx, wish.actor.uid, wish.serviceId) : null;
  if (!before) return err('service_not_found');
  const decided = await edit(tx, wish, before);
  if (!decided.ok) return decided;
  const { photoURL } = kept;
  // Sent to a service for adults that another change has since led out.
  if (photoURL !== undefined && kept.adult && !decided.value.adult) {
    return err('invalid_input', { issues: [imageIssue] });
  }
  const pack = await changePack(deps, tx, wish, decided.value.pack, kept);
  if (!pack.ok) return pack;
  await changeService(tx, before.id, {
    ...decided.value.patch,
    ...(photoURL === undefined ? {} : { photoURL }),
  });
  await closePictures(deps, tx, before, decided.value, photoURL);
  return ok();
}

const isNothing = ({ changes }: Wish, sent: SentFiles): boolean =>
  Object.values(changes).every((value) => value === undefined) &&
  !sent.image &&
  sent.archives.length === 0;

/** Keeps what was sent as far as it counts, and makes the change. */
async function change(deps: UpdateServiceDeps, wish: Wish, sent: SentFiles) {
  const { actor, serviceId } = wish;
  const before = await readOwn(deps.database.db, actor.uid, serviceId);
  if (!before) return notMine(deps, actor, serviceId);
  const decided = await edit(deps.database.db, wish, before);
  if (!decided.ok) return decided;
  if (isNothing(wish, sent)) return ok();
  const { adult, pack } = decided.value;
  const files = pack === 'given' ? sent : { ...sent, archives: [] };
  const write = (kept: KeptFiles) =>
    deps.database.transaction((tx) => apply(deps, tx, wish, { ...kept, adult }));
  return withFiles(deps, { uid: actor.uid, adult }, files, write);
}

/**
 * Changes an own service: only what is given, all of it or nothing (`product §4`, `product §12`).
 * Orders keep what they bought. Somebody else's is `forbidden`, or not there when it is not theirs
 * to see.
 */
export const updateService =
  (deps: UpdateServiceDeps) =>
  async (
    actor: Person,
    serviceId: string,
    changes: ServiceChanges,
    sent: SentFiles,
  ): Promise<Result<{ service: Service }, Refusal>> => {
    const said = {
      ids: changes.archiveIds,
      files: sent.archives.length,
      image: sent.image !== undefined,
    };
    const changed = await change(deps, { actor, serviceId, changes, sent: said }, sent);
    if (!changed.ok) return changed;
    const row = await readService(deps.database.pool, actor, serviceId);
    if (!row) return err('service_not_found');
    return ok({ service: toService(row, momentOf(deps, actor), deps.showPicture(actor)) });
  };
