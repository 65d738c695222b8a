import type { Service, ServiceChanges } from '@guilda/contract/services/catalog';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { assignPackFiles } from '../../pack-files/index.ts';
import { markPicturesAdult, type PictureUrlsFor } from '../../pictures/index.ts';
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
import { findVisibleService } from '../reads/get-service.ts';
import type { ServiceTableRow } from '../services-table.ts';
import { toService } from '../view.ts';
import { checkAdultSeller } from './adult-seller.ts';
import { type NotOwnerRefusal, refusalForNonOwner } from './delete-service.ts';
import {
  findOwnService,
  listServicePictures,
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
  currentService: ServiceTableRow,
): Promise<Result<ServiceEdit, UpdateServiceRefusal>> {
  const decision = decideServiceEdit(currentService, changes, sentFiles);
  if (!decision.ok) return decision;
  const { adult, becomesAdult } = decision.value;
  if (adult && !canSeeAdultContent(actor)) return err('adults_only');
  const sellerCheck = becomesAdult ? await checkAdultSeller(db, actor) : ok();
  return sellerCheck.ok ? decision : sellerCheck;
}

/** Changes the files of the pack. Lock the service first. */
async function applyPackChange(
  deps: UpdateServiceDeps,
  tx: Db,
  request: UpdateServiceRequest,
  packChange: ServiceEdit['packChange'],
  storedFiles: StoredFiles,
) {
  if (packChange === 'keep') return ok();
  await enqueuePackFileSweep(deps, tx);
  const ids =
    packChange === 'empty'
      ? []
      : [...(request.sentFiles.waitingFileIds ?? []), ...storedFiles.archiveIds];
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
  serviceBefore: ServiceTableRow,
  { adult, becomesAdult }: ServiceEdit,
  photoURL: string | undefined,
): Promise<void> {
  // A concurrent change may have moved the service to the category for adults after the new picture was stored without
  // the restriction.
  if (adult) await markPicturesAdult(tx, [photoURL ?? serviceBefore.photoURL]);
  if (photoURL !== undefined) await enqueuePictureErasure(deps, tx, serviceBefore);
  if (!becomesAdult) return;
  await markPicturesAdult(tx, await listServicePictures(tx, serviceBefore));
  await markOrdersAdult(tx, serviceBefore.id);
  await enqueuePreviewErasure(deps, tx, serviceBefore.id);
}

/** Applies the change in one transaction, so that an order gets the service either before or after the change. */
async function applyServiceEdit(
  deps: UpdateServiceDeps,
  tx: Db,
  request: UpdateServiceRequest,
  storedFiles: StoredFiles & { readonly adult: boolean },
): Promise<Result<void, UpdateServiceRefusal>> {
  // Accounts are locked first, because triggers lock the seller's row at the end of the transaction (ADR 0045).
  const isAccountOpen = await lockOpenAccounts(tx, [request.actor.uid]);
  const currentService = isAccountOpen
    ? await lockOwnService(tx, request.actor.uid, request.serviceId)
    : null;
  if (!currentService) return err('service_not_found');
  if (await hasAgeRequirement(tx, request.actor.uid)) return err('age_required');
  const decision = await decideAndAuthorizeEdit(tx, request, currentService);
  if (!decision.ok) return decision;
  const { photoURL } = storedFiles;
  // The picture was stored for adults only, but a concurrent change made the service visible to everyone.
  if (photoURL !== undefined && storedFiles.adult && !decision.value.adult) {
    return err('invalid_input', { issues: [missingImageIssue] });
  }
  const packResult = await applyPackChange(
    deps,
    tx,
    request,
    decision.value.packChange,
    storedFiles,
  );
  if (!packResult.ok) return packResult;
  await updateServiceColumns(tx, currentService.id, {
    ...decision.value.patch,
    ...(photoURL === undefined ? {} : { photoURL }),
  });
  await restrictAndErasePictures(deps, tx, currentService, decision.value, photoURL);
  return ok();
}

const isEmptyUpdate = ({ changes }: UpdateServiceRequest, sentFiles: SentFiles): boolean =>
  Object.values(changes).every((value) => value === undefined) &&
  !sentFiles.image &&
  sentFiles.archives.length === 0;

/** Stores the files sent with the request and applies the change. */
async function storeFilesAndApplyEdit(
  deps: UpdateServiceDeps,
  request: UpdateServiceRequest,
  sentFiles: SentFiles,
) {
  const { actor, serviceId } = request;
  const currentService = await findOwnService(deps.database.db, actor.uid, serviceId);
  if (!currentService) return refusalForNonOwner(deps, actor, serviceId);
  const decision = await decideAndAuthorizeEdit(deps.database.db, request, currentService);
  if (!decision.ok) return decision;
  if (isEmptyUpdate(request, sentFiles)) return ok();
  const { adult, packChange } = decision.value;
  const files = packChange === 'replace' ? sentFiles : { ...sentFiles, archives: [] };
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
    sentFiles: SentFiles,
  ): Promise<Result<{ service: Service }, UpdateServiceRefusal>> => {
    const sentPackAndImage = {
      waitingFileIds: changes.archiveIds,
      fileCount: sentFiles.archives.length,
      hasImage: sentFiles.image !== undefined,
    };
    const editResult = await storeFilesAndApplyEdit(
      deps,
      { actor, serviceId, changes, sentFiles: sentPackAndImage },
      sentFiles,
    );
    if (!editResult.ok) return editResult;
    // The team may have hidden the service or restricted it to adults since the change.
    const serviceResult = await findVisibleService(deps.database.pool, actor, serviceId);
    if (!serviceResult.ok) return serviceResult;
    const context = viewContextFor(deps, actor);
    return ok({ service: toService(serviceResult.value, context, deps.pictureUrlsFor(actor)) });
  };
