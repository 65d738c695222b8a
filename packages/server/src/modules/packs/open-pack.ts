import { formatDecimal } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import type { Pack, PackFile } from '@guilda/contract/services/packs';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { readSoldService, toService } from '../catalog/index.ts';
import { countKinds } from '../pack-files/index.ts';
import type { PictureUrlsFor } from '../pictures/index.ts';
import { type ViewContextDeps, viewContextFor } from '../users/index.ts';
import type { PackAddresses, PackScope, PackUse } from './pack-address.ts';
import { findPack, listPackFiles, type PackDetails, type PackFileListRow } from './pack-queries.ts';

export interface ReadPackDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly addresses: PackAddresses;
  readonly pictureUrlsFor: PictureUrlsFor;
}

export type PackRefusal = 'pack_not_found' | 'pack_hidden' | 'adults_only';

/**
 * The only access check of packs, used by pages and by file addresses. `pack_not_found` when the person may not open
 * the pack now; `pack_hidden` when moderation has hidden the service, for those who could open the pack otherwise;
 * `adults_only` when the pack is for adults and the person has no valid age check
 * (`docs/product/packs.md`).
 * @param serviceId the service to which the pack must belong; absent when any will do
 */
export async function findAccessiblePack(
  pool: Queryable,
  scope: PackScope,
  serviceId?: string,
): Promise<Result<PackDetails, PackRefusal>> {
  const pack = await findPack(pool, scope);
  if (!pack || pack.serviceId !== (serviceId ?? pack.serviceId)) return err('pack_not_found');
  if (pack.hidden) return err('pack_hidden');
  return pack.adult && !pack.hasAgeCheck ? err('adults_only') : ok(pack);
}

function toPackFile(
  row: PackFileListRow,
  address: (use: PackUse, archiveId: string) => string,
): PackFile {
  const { id, name, type, kind, size, width, height } = row;
  return {
    id,
    name,
    type,
    kind,
    size,
    url: address('view', id),
    downloadUrl: address('file', id),
    previewUrl: width === null ? null : address('preview', id),
    width,
    height,
  };
}

/** The service as it is now, but with the name, price, picture and files of the pack. */
async function readServiceOfPack(
  deps: ReadPackDeps,
  actor: Person,
  pack: PackDetails,
  files: readonly PackFileListRow[],
): Promise<Service | null> {
  const row = await readSoldService(deps.database.pool, pack.serviceId);
  if (!row) return null;
  const { title, price, image, adult } = pack;
  const resolvePictureUrl = deps.pictureUrlsFor(actor);
  const service = toService(
    { ...row, title, price, image, adult },
    viewContextFor(deps, actor),
    resolvePictureUrl,
  );
  return { ...service, price: formatDecimal(price), archives: countKinds(files) };
}

async function readPack(
  deps: ReadPackDeps,
  actor: Person,
  scope: PackScope,
  serviceId: string,
): Promise<Result<Pack, PackRefusal>> {
  const { addresses, database } = deps;
  const accessiblePack = await findAccessiblePack(database.pool, scope, serviceId);
  if (!accessiblePack.ok) return accessiblePack;
  const files = await listPackFiles(database.pool, scope);
  const service = await readServiceOfPack(deps, actor, accessiblePack.value, files);
  if (!service) return err('pack_not_found');
  const expiresAt = addresses.newExpiry();
  const address = (use: PackUse, archiveId: string | null) =>
    addresses.create({ scope, use, archiveId }, expiresAt);
  return ok({
    service,
    files: files.map((row) => toPackFile(row, address)),
    zipUrl: address('zip', null),
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  });
}

/** The pack of a service of the actor. */
export const getOwnPack =
  (deps: ReadPackDeps) =>
  (actor: Person, serviceId: string): Promise<Result<Pack, PackRefusal>> =>
    readPack(deps, actor, { kind: 'own', id: serviceId, person: actor.uid }, serviceId);

/** The pack of an order of the actor as it was bought; later changes of the service do not matter. */
export const getBoughtPack =
  (deps: ReadPackDeps) =>
  (actor: Person, orderId: string, serviceId: string): Promise<Result<Pack, PackRefusal>> =>
    readPack(deps, actor, { kind: 'order', id: orderId, person: actor.uid }, serviceId);
