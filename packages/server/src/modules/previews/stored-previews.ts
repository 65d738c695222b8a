import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { pictureKey } from '../../platform/uploads/images/pictures.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { PreviewJob } from './preview-data.ts';
import type { PreviewRenderer } from './preview-renderer.ts';

/** Kinds of link previews; the kind is part of the storage folder and of the address. */
export type PreviewKind = 'services' | 'posts';

export interface PreviewDeps {
  readonly files: Pick<FileStore, 'get' | 'put' | 'deletePrefix'>;
  readonly renderer: Pick<PreviewRenderer, 'render'>;
  /** Whether visitors may load the picture with this id. */
  isPublicPicture(id: string): Promise<boolean>;
}

/** What a module provides so that its services or posts get link previews. `Thing` is the service or post. */
export interface PreviewSubject<Thing> {
  readonly kind: PreviewKind;
  /** Reads the service or post as a visitor may see it now; null when a visitor may not see it. */
  findPublic(id: string): Promise<Thing | null>;
  /** Version of the drawn content; it must change when anything that the preview shows changes. */
  version(thing: Thing): string;
  /** The data to draw. Pictures are given by address; null when there is none. */
  describe(thing: Thing): {
    readonly data: PreviewJob['data'];
    readonly picture: string | null;
    readonly avatar: string | null;
  };
}

/** The preview of one version. */
export interface Preview {
  readonly version: string;
  /** Reads the stored image, or has it rendered first. */
  readPng(): Promise<Result<Uint8Array, 'unavailable'>>;
}

/** Returns the link previews of one kind, by id; `not_found` when a visitor may not see the service or post. */
export interface Previews {
  readonly kind: PreviewKind;
  previewOf(id: string): Promise<Result<Preview, 'not_found'>>;
}

/** Storage folder of all previews of one service or post. */
const previewFolder = (kind: PreviewKind, id: string): string => `previews/${kind}/${id}/`;

/** The id of a picture if visitors may load it; null otherwise and for addresses of other sites. */
async function findPublicPictureId({ isPublicPicture }: PreviewDeps, url: string | null) {
  const picture = url === null ? undefined : parsePictureURL(url);
  return picture && (await isPublicPicture(picture.id)) ? picture.id : null;
}

/** Reads the file of a picture in the given width. */
async function readPicture({ files }: PreviewDeps, pictureId: string | null, width: number) {
  const file = pictureId === null ? null : await files.get(pictureKey(pictureId, width));
  return file ? new Uint8Array(await buffer(file.stream)) : null;
}

/** A preview that was rendered just now. */
interface RenderedPreview {
  readonly version: string;
  readonly png: Uint8Array;
  /** Ids of the pictures that the preview contains. */
  readonly pictures: readonly string[];
}

/**
 * Stores a preview and deletes previews of earlier versions. When this fails, the preview is rendered again at the next
 * request.
 */
async function storePreview<Thing>(
  { files, isPublicPicture }: PreviewDeps,
  { kind, findPublic }: PreviewSubject<Thing>,
  id: string,
  { version, png, pictures }: RenderedPreview,
): Promise<void> {
  try {
    await files.deletePrefix(previewFolder(kind, id));
    const body = Readable.from([png]);
    const fileToStore = { contentType: 'image/png', size: png.byteLength };
    await files.put(`${previewFolder(kind, id)}${version}.png`, body, fileToStore);
    const stillPublic = await Promise.all([findPublic(id), ...pictures.map(isPublicPicture)]);
    // The service or post, or a picture in the preview, stopped being public while the preview was being stored.
    if (!stillPublic.every(Boolean)) await files.deletePrefix(previewFolder(kind, id));
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
  }
}

/**
 * Link previews that are rendered once per version and then stored. Content that a visitor may not see is never
 * rendered, stored or served (docs/product/community.md).
 */
export function createStoredPreviews<Thing>(
  deps: PreviewDeps,
  subject: PreviewSubject<Thing>,
): Previews {
  const { kind } = subject;
  const renderOnce = singleFlight<Result<Uint8Array, 'unavailable'>>();
  const renderAndStore = async (id: string, publicSubject: Thing, version: string) => {
    const { data, ...urls } = subject.describe(publicSubject);
    const pictureId = await findPublicPictureId(deps, urls.picture);
    const avatarId = await findPublicPictureId(deps, urls.avatar);
    const png = await deps.renderer.render({
      data,
      picture: await readPicture(deps, pictureId, 960),
      avatar: await readPicture(deps, avatarId, 192),
    });
    const pictures = [pictureId, avatarId].filter((eachId) => eachId !== null);
    if (png.ok) await storePreview(deps, subject, id, { version, png: png.value, pictures });
    return png;
  };
  const previewOf: Previews['previewOf'] = async (id) => {
    const publicSubject = await subject.findPublic(id);
    if (publicSubject === null) return err('not_found');
    const version = subject.version(publicSubject);
    const readPng = async () => {
      const storedFile = await deps.files.get(`${previewFolder(kind, id)}${version}.png`);
      if (storedFile) return ok(new Uint8Array(await buffer(storedFile.stream)));
      return renderOnce(`${id} ${version}`, () => renderAndStore(id, publicSubject, version));
    };
    return ok({ version, readPng });
  };
  return { kind, previewOf };
}

/** Deletes the stored previews of a service or post that is not public any more. */
export const erasePreviews =
  ({ files }: Pick<PreviewDeps, 'files'>) =>
  (kind: PreviewKind, id: string): Promise<void> =>
    files.deletePrefix(previewFolder(kind, id));
