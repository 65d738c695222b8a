import { type NewService, type Service, serviceTexts } from '@guilda/contract/catalog';
import { findCategory } from '@guilda/contract/categories';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ImageError } from '../../platform/uploads/image.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { readService } from './service-queries.ts';
import { insertService } from './service-store.ts';
import { toService } from './view.ts';

export interface CreateServiceDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly showPicture: ShowPictureTo;
  /** Checks, re-encodes and stores a picture; answers its address. */
  storePicture(
    owner: string,
    file: UploadedFile,
    kind: 'cover',
  ): Promise<Result<string, ImageError>>;
  /** Removes a picture that nothing shows any more. */
  deletePicture(photoURL: string): Promise<void>;
}

type Refusal = 'invalid_input' | 'adults_only' | 'token_invalid' | ImageError;

function refusalOf(input: NewService, image: UploadedFile | undefined) {
  const issues = [
    ...(input.type === 'media'
      ? [{ path: 'archives', message: serviceTexts.archivesMissing }]
      : []),
    ...(image ? [] : [{ path: 'photoURL', message: serviceTexts.imageMissing }]),
  ];
  if (issues.length > 0) return err('invalid_input', { issues });
  return findCategory(input.category)?.adult ? err('adults_only') : null;
}

/** Stores the service with the picture already stored, which goes again when the service cannot stay. */
async function insertWithPicture(
  deps: CreateServiceDeps,
  service: Parameters<typeof insertService>[1],
): Promise<void> {
  try {
    await insertService(deps.database.db, service);
  } catch (error) {
    // What made the insert fail is worth telling, not what it caused.
    await deps.deletePicture(service.photoURL).catch(() => undefined);
    throw error;
  }
}

/** Publishes a service with its picture (`spec §5`, `spec §7`): both are stored, or neither. */
export const createService =
  (deps: CreateServiceDeps) =>
  async (
    actor: Person,
    input: NewService,
    image: UploadedFile | undefined,
  ): Promise<Result<{ service: Service }, Refusal>> => {
    const refusal = refusalOf(input, image);
    if (refusal || !image) return refusal ?? err('invalid_input');
    const stored = await deps.storePicture(actor.uid, image, 'cover');
    if (!stored.ok) return stored;
    const id = deps.ids.uuid();
    await insertWithPicture(deps, { ...input, id, sellerId: actor.uid, photoURL: stored.value });
    const row = await readService(deps.database.pool, actor.uid, id);
    // The account may have been closed meanwhile; its services are nobody's to see.
    return row
      ? ok({ service: toService(row, deps.clock.now(), deps.showPicture(actor)) })
      : err('token_invalid');
  };
