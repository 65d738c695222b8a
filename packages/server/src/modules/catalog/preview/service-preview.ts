import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Service } from '@guilda/contract/catalog';
import { parsePictureURL } from '@guilda/contract/pictures';
import { servicePreviewVersion } from '@guilda/contract/previews';
import { visitor } from '../../../platform/actor.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { singleFlight } from '../../../platform/single-flight.ts';
import { pictureKey } from '../../../platform/uploads/pictures.ts';
import { type FileStore, StorageUnavailableError } from '../../../ports/file-store.ts';
import { type GetServiceDeps, getService } from '../get-service.ts';
import type { PreviewPainter } from './preview-painter.ts';

export interface ServicePreviewDeps extends GetServiceDeps {
  readonly files: Pick<FileStore, 'get' | 'put' | 'deletePrefix'>;
  readonly painter: Pick<PreviewPainter, 'paint'>;
}

/** A preview as it is now; `version` names what it shows. */
export interface ServicePreview {
  readonly version: string;
  readonly png: Uint8Array;
}

/** Where the previews of a service are kept. */
const folder = (serviceId: string): string => `previews/services/${serviceId}/`;

/** What a visitor may see of a service; null when that is nothing (`product §9`). */
async function shownTo(deps: GetServiceDeps, serviceId: string): Promise<Service | null> {
  const found = await getService(deps)(visitor, serviceId);
  return found.ok ? found.value.service : null;
}

/** The smallest width of a picture of ours that fills its place. */
async function picture(deps: ServicePreviewDeps, url: string | null, width: number) {
  const address = url === null ? undefined : parsePictureURL(url);
  const file = address && (await deps.files.get(pictureKey(address.id, width)));
  return file ? new Uint8Array(await buffer(file.stream)) : null;
}

async function draw(deps: ServicePreviewDeps, service: Service) {
  const { title, price, type, category, rating, reviewCount, seller } = service;
  const { username } = seller;
  const names = { sellerName: seller.displayName ?? username, sellerUsername: username };
  return deps.painter.paint({
    facts: { title, price, type, category, rating, reviewCount, ...names },
    cover: await picture(deps, service.photoURL, 960),
    avatar: await picture(deps, seller.photoURL, 192),
  });
}

/** Keeps the drawing in place of earlier ones. What cannot be kept is drawn again another time. */
async function keep(deps: ServicePreviewDeps, id: string, { version, png }: ServicePreview) {
  try {
    await deps.files.deletePrefix(folder(id));
    const body = Readable.from([png]);
    const facts = { contentType: 'image/png', size: png.byteLength };
    await deps.files.put(`${folder(id)}${version}.png`, body, facts);
    // Taken off the market meanwhile, it was erased before it was kept.
    if ((await shownTo(deps, id)) === null) await deps.files.deletePrefix(folder(id));
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
  }
}

/**
 * The link preview of a service (`product §6`), drawn once for what it shows and kept until that
 * changes. `not_found` for whatever a visitor may not see: for adults, hidden, paused, of a private
 * profile, deleted.
 */
export function servicePreview(deps: ServicePreviewDeps) {
  const drawing = singleFlight<Result<Uint8Array, 'unavailable'>>();
  const drawAndKeep = async (service: Service, version: string) => {
    const png = await draw(deps, service);
    if (png.ok) await keep(deps, service.id, { version, png: png.value });
    return png;
  };
  return async (
    serviceId: string,
  ): Promise<Result<ServicePreview, 'not_found' | 'unavailable'>> => {
    const service = await shownTo(deps, serviceId);
    if (service === null) return err('not_found');
    const version = servicePreviewVersion(service);
    const kept = await deps.files.get(`${folder(service.id)}${version}.png`);
    if (kept) return ok({ version, png: new Uint8Array(await buffer(kept.stream)) });
    const png = await drawing(`${service.id} ${version}`, () => drawAndKeep(service, version));
    return png.ok ? ok({ version, png: png.value }) : png;
  };
}

/** Erases the previews of services that nobody sees any more. */
export const erasePreviews =
  (deps: { readonly files: Pick<FileStore, 'deletePrefix'> }) =>
  (serviceId: string): Promise<void> =>
    deps.files.deletePrefix(folder(serviceId));
