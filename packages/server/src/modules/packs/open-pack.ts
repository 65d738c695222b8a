import type { Service } from '@guilda/contract/catalog';
import { formatDecimal } from '@guilda/contract/money';
import type { Pack, PackFile } from '@guilda/contract/packs';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { countKinds } from '../archives/index.ts';
import { readSoldService, toService } from '../catalog/index.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { type MomentDeps, momentOf } from '../users/index.ts';
import type { PackAddresses, PackScope, PackUse } from './pack-address.ts';
import { type FileRow, findPack, type PackFacts, packFiles } from './pack-queries.ts';

export interface OpenPackDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly addresses: PackAddresses;
  readonly showPicture: ShowPictureTo;
}

export type Closed = 'pack_not_found' | 'adults_only';

/**
 * The one way to a pack, for its pages and for every address of it: `pack_not_found` unless it is
 * this person's now, `adults_only` while their age check does not stand (`product §5`, `product §9`).
 */
export async function openPack(
  pool: Queryable,
  scope: PackScope,
): Promise<Result<PackFacts, Closed>> {
  const found = await findPack(pool, scope);
  if (!found) return err('pack_not_found');
  return found.adult && !found.checked ? err('adults_only') : ok(found);
}

function toFile(row: FileRow, address: (use: PackUse, archiveId: string) => string): PackFile {
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

/** The service as it stands, but with the name, price, picture and files that the pack has. */
async function serviceOf(
  deps: OpenPackDeps,
  actor: Person,
  facts: PackFacts,
  files: readonly FileRow[],
): Promise<Service | null> {
  const row = await readSoldService(deps.database.pool, facts.serviceId);
  if (!row) return null;
  const { title, price, image, adult } = facts;
  const show = deps.showPicture(actor);
  const service = toService({ ...row, title, price, image, adult }, momentOf(deps, actor), show);
  return { ...service, price: formatDecimal(price), archives: countKinds(files) };
}

async function show(
  deps: OpenPackDeps,
  actor: Person,
  scope: PackScope,
  serviceId: string,
): Promise<Result<Pack, Closed>> {
  const { addresses, database } = deps;
  const found = await openPack(database.pool, scope);
  if (!found.ok) return found;
  if (found.value.serviceId !== serviceId) return err('pack_not_found');
  const files = await packFiles(database.pool, scope);
  const service = await serviceOf(deps, actor, found.value, files);
  if (!service) return err('pack_not_found');
  const end = addresses.end();
  const address = (use: PackUse, archiveId: string | null) =>
    addresses.make({ scope, use, archiveId }, end);
  return ok({
    service,
    files: files.map((row) => toFile(row, address)),
    zipUrl: address('zip', null),
    expiresAt: new Date(end * 1000).toISOString(),
  });
}

/** The pack of an own service. */
export const getOwnPack =
  (deps: OpenPackDeps) =>
  (actor: Person, serviceId: string): Promise<Result<Pack, Closed>> =>
    show(deps, actor, { kind: 'own', id: serviceId, person: actor.uid }, serviceId);

/** The pack of an own purchase, as it was bought: whatever became of the service since. */
export const getBoughtPack =
  (deps: OpenPackDeps) =>
  (actor: Person, paymentId: string, serviceId: string): Promise<Result<Pack, Closed>> =>
    show(deps, actor, { kind: 'order', id: paymentId, person: actor.uid }, serviceId);
