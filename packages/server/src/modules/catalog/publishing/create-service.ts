import type { ParsedInput } from '@guilda/contract/endpoint';
import type { catalogEndpoints, Service } from '@guilda/contract/services/catalog';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { assignPackFiles } from '../../pack-files/index.ts';
import type { PictureUrlsFor } from '../../pictures/index.ts';
import {
  hasAgeRequirement,
  lockOpenAccounts,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { readService } from '../reads/service-read-queries.ts';
import { insertService, type NewServiceRow } from '../service-store.ts';
import { toService } from '../view.ts';
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

type NewServiceInput = ParsedInput<typeof catalogEndpoints.createService>['body'];

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
  input: NewServiceInput,
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

/** Thrown inside a transaction to roll it back and refuse the request with `code`. */
class CreateServiceError extends Error {
  readonly code: 'archive_not_found' | 'token_invalid' | 'age_required';

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
      await insertService(tx, service);
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
 * Publishes a service with its picture and pack, or changes nothing (`docs/product/services.md`). On failure the files
 * sent with the request are deleted; pack files that were uploaded earlier stay available for another service.
 */
export const createService =
  (deps: CreateServiceDeps) =>
  async (
    actor: Person,
    { archiveIds = [], ...fields }: NewServiceInput,
    sentFiles: SentFiles,
  ): Promise<Result<{ service: Service }, CreateServiceRefusal>> => {
    const validationResult = await validateBeforeUpload(
      deps,
      actor,
      { ...fields, archiveIds },
      sentFiles,
    );
    if (!validationResult.ok) return validationResult;
    const id = deps.ids.uuid();
    const owner = { uid: actor.uid, adult: isAdultCategory(fields.category) };
    const files = fields.type === 'call' ? { ...sentFiles, archives: [] } : sentFiles;
    const insert = async ({ photoURL = '', archiveIds: storedArchiveIds }: StoredFiles) => {
      const row = { ...fields, id, sellerId: owner.uid, adult: owner.adult, photoURL };
      return insertServiceWithPack(deps, row, [...archiveIds, ...storedArchiveIds]);
    };
    const createResult = await withStoredFiles(deps, owner, files, insert);
    if (!createResult.ok) return createResult;
    const row = await readService(deps.database.pool, actor, id);
    // `row` is null when the account was closed during this request: nobody sees the services of a closed account.
    return row
      ? ok({ service: toService(row, viewContextFor(deps, actor), deps.pictureUrlsFor(actor)) })
      : err('token_invalid');
  };
