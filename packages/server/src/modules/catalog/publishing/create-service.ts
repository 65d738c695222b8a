import type { ParsedInput } from '@guilda/contract/endpoint';
import type { catalogEndpoints, Service } from '@guilda/contract/services/catalog';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, okReplayed, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { assignPackFiles } from '../../pack-files/index.ts';
import type { PictureUrlsFor } from '../../pictures/index.ts';
import { hasAgeRequirement, lockOpenAccounts, type ViewContextDeps } from '../../users/index.ts';
import { viewService } from '../reads/get-service.ts';
import { findServiceByRequestKey, insertService, type NewServiceRow } from '../service-store.ts';
import { checkAdultSeller } from './adult-seller.ts';
import { checkPackSize, missingImageIssue, type SentPack } from './service-changes.ts';
import {
  isAdultCategory,
  type SentFiles,
  type ServiceFileRefusal,
  type ServiceFilesDeps,
  type StoredFiles,
  withStoredFiles,
} from './service-files.ts';

export interface CreateServiceDeps extends ServiceFilesDeps, ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly ids: Ids;
  readonly pictureUrlsFor: PictureUrlsFor;
}

type NewServiceFields = ParsedInput<typeof catalogEndpoints.createService>['body'];

type NewServiceInput = NewServiceFields & {
  /** The client's `Idempotency-Key`; empty when it sent none. */
  readonly idempotencyKey: string;
};

type CreateServiceRefusal =
  | 'invalid_input'
  | 'adults_only'
  | 'profile_incomplete'
  | 'archive_not_found'
  | 'token_invalid'
  | 'age_required'
  | ServiceFileRefusal;

/** Checks a request before its files are stored. */
async function validateBeforeUpload(
  deps: CreateServiceDeps,
  actor: Person,
  input: NewServiceFields,
  sentFiles: SentFiles,
): Promise<Result<void, CreateServiceRefusal>> {
  const sentPack: SentPack = {
    waitingFileIds: input.archiveIds,
    fileCount: sentFiles.archives.length,
  };
  const sizeCheck = checkPackSize(input.type, sentPack);
  const imageIssues = sentFiles.image ? [] : [missingImageIssue];
  const issues = [...(sizeCheck.ok ? [] : (sizeCheck.detail?.issues ?? [])), ...imageIssues];
  if (issues.length > 0) return err('invalid_input', { issues });
  return isAdultCategory(input.category) ? checkAdultSeller(deps.database.db, actor) : ok();
}

/**
 * Thrown inside a transaction to roll it back and refuse the request with `code`. `taken`: an earlier request with the
 * same key has published the service.
 */
class CreateServiceError extends Error {
  readonly code: 'archive_not_found' | 'token_invalid' | 'age_required' | 'taken';

  constructor(code: CreateServiceError['code']) {
    super(code);
    this.code = code;
  }
}

/** Inserts the service and assigns its pack files, in one transaction. */
async function insertServiceWithPack(
  deps: CreateServiceDeps,
  service: NewServiceRow,
  archiveIds: readonly string[],
): Promise<Result<void, CreateServiceError['code']>> {
  const { id, sellerId } = service;
  try {
    await deps.database.transaction(async (tx) => {
      if (!(await lockOpenAccounts(tx, [sellerId]))) throw new CreateServiceError('token_invalid');
      if (await hasAgeRequirement(tx, sellerId)) throw new CreateServiceError('age_required');
      if (!(await insertService(tx, service))) throw new CreateServiceError('taken');
      if (service.type === 'call') return;
      const pack = await assignPackFiles(tx, {
        ownerId: sellerId,
        serviceId: id,
        packFileIds: archiveIds,
      });
      if (!pack.ok) throw new CreateServiceError(pack.code);
    });
    return ok();
  } catch (error) {
    if (error instanceof CreateServiceError) return err(error.code);
    throw error;
  }
}

/**
 * A service as its seller sees it; null when it was deleted or the account was closed. `adults_only` when the team
 * restricted the service to adults and its seller has no valid age check.
 */
async function viewOwnService(
  deps: CreateServiceDeps,
  actor: Person,
  id: string,
): Promise<Result<{ service: Service }, 'adults_only'> | null> {
  const serviceResult = await viewService(deps, actor, id);
  if (!serviceResult.ok) return serviceResult.code === 'adults_only' ? err('adults_only') : null;
  return ok({ service: serviceResult.value });
}

/** The service of an earlier request with the same key, as its seller sees it now; null when there is none. */
async function findReplay(
  deps: CreateServiceDeps,
  actor: Person,
  idempotencyKey: string,
): Promise<Result<{ service: Service }, 'adults_only'> | null> {
  if (idempotencyKey === '') return null;
  const id = await findServiceByRequestKey(deps.database.db, actor.uid, idempotencyKey);
  const view = id === null ? null : await viewOwnService(deps, actor, id);
  return view?.ok ? okReplayed(view.value) : view;
}

/**
 * Publishes a service with its picture and pack, or changes nothing (`docs/product/services.md`). On failure the files
 * sent with the request are deleted; pack files that were uploaded earlier stay available for another service. A
 * repeated idempotency key of the same seller returns the first service; the rest of the request is ignored then.
 */
export const createService =
  (deps: CreateServiceDeps) =>
  async (
    actor: Person,
    { archiveIds = [], idempotencyKey, ...fields }: NewServiceInput,
    sentFiles: SentFiles,
  ): Promise<Result<{ service: Service }, CreateServiceRefusal>> => {
    const replay = await findReplay(deps, actor, idempotencyKey);
    if (replay) return replay;
    const check = await validateBeforeUpload(deps, actor, { ...fields, archiveIds }, sentFiles);
    if (!check.ok) return check;
    const id = deps.ids.uuid();
    const owner = { uid: actor.uid, adult: isAdultCategory(fields.category) };
    const files = fields.type === 'call' ? { ...sentFiles, archives: [] } : sentFiles;
    const insert = async ({ photoURL = '', archiveIds: storedArchiveIds }: StoredFiles) => {
      const { uid: sellerId, adult } = owner;
      const row = { ...fields, id, sellerId, adult, photoURL, requestKey: idempotencyKey || null };
      return insertServiceWithPack(deps, row, [...archiveIds, ...storedArchiveIds]);
    };
    const createResult = await withStoredFiles(deps, owner, files, insert);
    // `null` when the account was closed during this request: nobody sees the services of a closed account.
    if (createResult.ok) return (await viewOwnService(deps, actor, id)) ?? err('token_invalid');
    const { code } = createResult;
    if (code !== 'taken') return { ...createResult, code };
    return (await findReplay(deps, actor, idempotencyKey)) ?? err('token_invalid');
  };
