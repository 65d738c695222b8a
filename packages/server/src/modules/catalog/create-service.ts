import type { catalogEndpoints, Service } from '@guilda/contract/catalog';
import type { ParsedInput } from '@guilda/contract/endpoint';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { assignArchives } from '../archives/index.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { keepAccounts, type MomentDeps, momentOf } from '../users/index.ts';
import { maySellAdult } from './adult-seller.ts';
import { readService } from './read-service.ts';
import { checkPack, imageIssue, type SentPack } from './service-changes.ts';
import {
  type FileRefusal,
  isAdultCategory,
  type KeptFiles,
  type SentFiles,
  type ServiceFilesDeps,
  withFiles,
} from './service-files.ts';
import { insertService, type NewServiceRow } from './service-store.ts';
import { toService } from './view.ts';

export interface CreateServiceDeps extends ServiceFilesDeps, MomentDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly ids: Ids;
  readonly showPicture: ShowPictureTo;
}

/** A new service as it was sent. */
type Input = ParsedInput<typeof catalogEndpoints.createService>['body'];

type Refusal =
  | 'invalid_input'
  | 'adults_only'
  | 'profile_incomplete'
  | 'archive_not_found'
  | 'token_invalid'
  | FileRefusal;

/** Everything that can be said before a file is kept. */
async function refusalOf(
  deps: CreateServiceDeps,
  actor: Person,
  input: Input,
  sent: SentFiles,
): Promise<Result<void, Refusal>> {
  const pack: SentPack = { ids: input.archiveIds, files: sent.archives.length };
  const checked = checkPack(input.type, pack);
  const image = sent.image ? [] : [imageIssue];
  const issues = [...(checked.ok ? [] : (checked.detail?.issues ?? [])), ...image];
  if (issues.length > 0) return err('invalid_input', { issues });
  return isAdultCategory(input.category) ? maySellAdult(deps.database.db, actor) : ok();
}

/** Ends a transaction so that nothing of it stays. */
class Refused extends Error {
  readonly code: 'archive_not_found' | 'token_invalid';

  constructor(code: Refused['code']) {
    super(code);
    this.code = code;
  }
}

/** The service and its pack, both or neither. */
async function write(
  deps: CreateServiceDeps,
  service: NewServiceRow,
  archiveIds: readonly string[],
): Promise<Result<void, Refused['code']>> {
  const { id, sellerId } = service;
  try {
    await deps.database.transaction(async (tx) => {
      if (!(await keepAccounts(tx, [sellerId]))) throw new Refused('token_invalid');
      await insertService(tx, service);
      if (service.type === 'call') return;
      const pack = await assignArchives(tx, { ownerId: sellerId, serviceId: id, ids: archiveIds });
      if (!pack.ok) throw new Refused(pack.code);
    });
    return ok();
  } catch (error) {
    if (error instanceof Refused) return err(error.code);
    throw error;
  }
}

/**
 * Publishes a service with its picture and its pack (`spec §5`, `spec §7`): all of it or nothing.
 * Files that were sent beforehand wait on when it does not come to be; those of this request go.
 */
export const createService =
  (deps: CreateServiceDeps) =>
  async (
    actor: Person,
    { archiveIds = [], ...fields }: Input,
    sent: SentFiles,
  ): Promise<Result<{ service: Service }, Refusal>> => {
    const allowed = await refusalOf(deps, actor, { ...fields, archiveIds }, sent);
    if (!allowed.ok) return allowed;
    const id = deps.ids.uuid();
    const owner = { uid: actor.uid, adult: isAdultCategory(fields.category) };
    const files = fields.type === 'call' ? { ...sent, archives: [] } : sent;
    const insert = async ({ photoURL = '', archiveIds: added }: KeptFiles) => {
      const row = { ...fields, id, sellerId: owner.uid, adult: owner.adult, photoURL };
      return write(deps, row, [...archiveIds, ...added]);
    };
    const made = await withFiles(deps, owner, files, insert);
    if (!made.ok) return made;
    const row = await readService(deps.database.pool, actor, id);
    // The account may have been closed meanwhile; its services are nobody's to see.
    return row
      ? ok({ service: toService(row, momentOf(deps, actor), deps.showPicture(actor)) })
      : err('token_invalid');
  };
