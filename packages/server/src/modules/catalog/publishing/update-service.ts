import type { Service, ServiceChanges } from '@guilda/contract/catalog';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { assignPackFiles } from '../../pack-files/index.ts';
import { markPictureAdult, type PictureUrlsFor } from '../../pictures/index.ts';
import {
  canSeeAdultContent,
  hasAgeRequirement,
  lockOpenAccounts,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import {
  enqueuePackFileSweep,
  enqueuePictureErasure,
  enqueuePreviewErasure,
  type PackJobDeps,
} from '../catalog-jobs.ts';
import { readService } from '../reads/service-read-queries.ts';
import type { ServiceTableRow } from '../services-table.ts';
import { toService } from '../view.ts';
import { checkAdultSeller } from './adult-seller.ts';
import { type NotOwnerRefusal, refusalForNonOwner } from './delete-service.ts';
import {
  findOwnService,
  lockOwnService,
  markOrdersAdult,
  updateServiceColumns,
} from './owner-store.ts';
import {
  decideServiceEdit,
  missingImageIssue,
  type SentPackAndImage,
  type ServiceEdit,
} from './service-changes.ts';
import {
  type SentFiles,
  type ServiceFileRefusal,
  type ServiceFilesDeps,
  type StoredFiles,
  withStoredFiles,
} from './service-files.ts';

export interface UpdateServiceDeps extends ServiceFilesDeps, PackJobDeps, ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly pictureUrlsFor: PictureUrlsFor;
}

type UpdateServiceRefusal =
  | NotOwnerRefusal
  | 'invalid_input'
  | 'age_required'
  | 'adults_only'
  | 'profile_incomplete'
  | 'archive_not_found'
  | ServiceFileRefusal;

interface UpdateServiceRequest {
  readonly actor: Person;
  readonly serviceId: string;
  readonly changes: ServiceChanges;
  readonly sentFiles: SentPackAndImage;
}

/** Decides the change of a service and checks whether the actor may make it. */
async function decideAndAuthorizeEdit(
  db: Db,
  { actor, changes, sentFiles }: UpdateServiceRequest,
  before: ServiceTableRow,
): Promise<Result<ServiceEdit, UpdateServiceRefusal>> {
  const decided = decideServiceEdit(before, changes, sentFiles);
  if (!decided.ok) return decided;
  const { adult, becomesAdult } = decided.value;
  if (adult && !canSeeAdultContent(actor)) return err('adults_only');
  const allowed = becomesAdult ? await checkAdultSeller(db, actor) : ok();
  return allowed.ok ? decided : allowed;
}

/** Changes the files of the pack. Lock the service first. */
async function applyPackChange(
  deps: UpdateServiceDeps,
  tx: Db,
  request: UpdateServiceRequest,
  packChange: ServiceEdit['packChange'],
  stored: StoredFiles,
) {
  if (packChange === 'keep') return ok();
  await enqueuePackFileSweep(deps, tx);
  const ids =
    packChange === 'empty'
      ? []
      : [...(request.sentFiles.waitingFileIds ?? []), ...stored.archiveIds];
  return assignPackFiles(tx, {
    ownerId: request.actor.uid,
    serviceId: request.serviceId,
    packFileIds: ids,
  });
}

/**
 * When a service is for adults after a change, restricts its pictures and orders and erases its link preview. Also
 * erases a replaced picture. A restricted picture is never made public again (`docs/product/services.md`).
 */
async function restrictAndErasePictures(
  deps: UpdateServiceDeps,
  tx: Db,
  before: ServiceTableRow,
  { adult, becomesAdult }: ServiceEdit,
  photoURL: string | undefined,
): Promise<void> {
  // A concurrent change may have moved the service to the category for adults after the new picture was stored without
  // the restriction.
  if (adult) await markPictureAdult(tx, photoURL ?? before.photoURL);
  if (photoURL !== undefined) await enqueuePictureErasure(deps, tx, before);
  if (!becomesAdult) return;
  // Orders may still show the previous picture.
  await markPictureAdult(tx, before.photoURL);
  await markOrdersAdult(tx, before.id);
  await enqueuePreviewErasure(deps, tx, before.id);
}

/** Applies the change in one transaction, so that an order gets the service either before or after the change. */
async function applyServiceEdit(
  deps: UpdateServiceDeps,
  tx: Db,
  request: UpdateServiceRequest,
  stored: StoredFiles & { readonly adult: boolean },
): Promise<Result<void, UpdateServiceRefusal>> {
  // Accounts are locked first, because triggers lock the seller's row at the end of the transaction (ADR 0045).
  const open = await lockOpenAccounts(tx, [request.actor.uid]);
  const before = open ? await lockOwnService(tx, request.actor.uid, request.serviceId) : null;
  if (!before) return err('service_not_found');
  if (await hasAgeRequirement(tx, request.actor.uid)) return err('age_required');
  const decided = await decideAndAuthorizeEdit(tx, request, before);
  if (!decided.ok) return decided;
  const { photoURL } = stored;
  // The picture was stored for adults only, but a concurrent change made the service visible to everyone.
  if (photoURL !== undefined && stored.adult && !decided.value.adult) {
    return err('invalid_input', { issues: [missingImageIssue] });
  }
  const pack = await applyPackChange(deps, tx, request, decided.value.packChange, stored);
  if (!pack.ok) return pack;
  await updateServiceColumns(tx, before.id, {
    ...decided.value.patch,
    ...(photoURL === undefined ? {} : { photoURL }),
  });
  await restrictAndErasePictures(deps, tx, before, decided.value, photoURL);
  return ok();
}

const isEmptyUpdate = ({ changes }: UpdateServiceRequest, sent: SentFiles): boolean =>
  Object.values(changes).every((value) => value === undefined) &&
  !sent.image &&
  sent.archives.length === 0;

/** Stores the files sent with the request and applies the change. */
async function storeFilesAndApplyEdit(
  deps: UpdateServiceDeps,
  request: UpdateServiceRequest,
  sent: SentFiles,
) {
  const { actor, serviceId } = request;
  const before = await findOwnService(deps.database.db, actor.uid, serviceId);
  if (!before) return refusalForNonOwner(deps, actor, serviceId);
  const decided = await decideAndAuthorizeEdit(deps.database.db, request, before);
  if (!decided.ok) return decided;
  if (isEmptyUpdate(request, sent)) return ok();
  const { adult, packChange } = decided.value;
  const files = packChange === 'replace' ? sent : { ...sent, archives: [] };
  const write = (stored: StoredFiles) =>
    deps.database.transaction((tx) => applyServiceEdit(deps, tx, request, { ...stored, adult }));
  return withStoredFiles(deps, { uid: actor.uid, adult }, files, write);
}

/**
 * Changes the given fields of a service of the actor, all or none. Existing orders are not changed. For a service of
 * another seller: `forbidden`, or `service_not_found` when the actor may not see the service.
 */
export const updateService =
  (deps: UpdateServiceDeps) =>
  async (
    actor: Person,
    serviceId: string,
    changes: ServiceChanges,
    sent: SentFiles,
  ): Promise<Result<{ service: Service }, UpdateServiceRefusal>> => {
    const sentSummary = {
      waitingFileIds: changes.archiveIds,
      fileCount: sent.archives.length,
      hasImage: sent.image !== undefined,
    };
    const changed = await storeFilesAndApplyEdit(
      deps,
      { actor, serviceId, changes, sentFiles: sentSummary },
      sent,
    );
    if (!changed.ok) return changed;
    const row = await readService(deps.database.pool, actor, serviceId);
    if (!row) return err('service_not_found');
    return ok({ service: toService(row, viewContextFor(deps, actor), deps.pictureUrlsFor(actor)) });
  };
