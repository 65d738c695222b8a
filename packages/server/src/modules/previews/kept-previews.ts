import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parsePictureURL } from '@guilda/contract/pictures';
import { err, ok, type Result } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { pictureKey } from '../../platform/uploads/pictures.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { PreviewJob } from './preview-facts.ts';
import type { PreviewPainter } from './preview-painter.ts';

/** What has previews; it names their folder and their address. */
export type PreviewKind = 'services' | 'posts';

export interface PreviewDeps {
  readonly files: Pick<FileStore, 'get' | 'put' | 'deletePrefix'>;
  readonly painter: Pick<PreviewPainter, 'paint'>;
  /** Whether a visitor gets the picture of this id at its address. */
  isPublicPicture(id: string): Promise<boolean>;
}

/** What a module tells of the things it has previews of. */
export interface PreviewSubject<Thing> {
  readonly kind: PreviewKind;
  /** What a visitor may see of one now; null when that is nothing (`product §9`). */
  shown(id: string): Promise<Thing | null>;
  /** Names what the preview shows: another content, another name. */
  version(thing: Thing): string;
  /** What is drawn; its pictures by their addresses, null for none. */
  describe(thing: Thing): {
    readonly facts: PreviewJob['facts'];
    readonly picture: string | null;
    readonly avatar: string | null;
  };
}

/** A preview as it is now; `version` names what it shows. */
export interface Preview {
  readonly version: string;
  readonly png: Uint8Array;
}

/** Previews of a kind, by id; `not_found` for whatever a visitor may not see. */
export interface Previews {
  readonly kind: PreviewKind;
  previewOf(id: string): Promise<Result<Preview, 'not_found' | 'unavailable'>>;
}

/** Where the previews of a thing are kept. */
const folder = (kind: PreviewKind, id: string): string => `previews/${kind}/${id}/`;

/** The smallest width of a picture of ours that fills its place. */
async function pictureOf(
  { files, isPublicPicture }: PreviewDeps,
  url: string | null,
  width: number,
) {
  const address = url === null ? undefined : parsePictureURL(url);
  if (!address || !(await isPublicPicture(address.id))) return null;
  const file = await files.get(pictureKey(address.id, width));
  return file ? new Uint8Array(await buffer(file.stream)) : null;
}

/** Keeps the drawing in place of earlier ones. What cannot be kept is drawn again another time. */
async function keep<Thing>(
  { files }: PreviewDeps,
  { kind, shown }: PreviewSubject<Thing>,
  id: string,
  { version, png }: Preview,
): Promise<void> {
  try {
    await files.deletePrefix(folder(kind, id));
    const body = Readable.from([png]);
    const facts = { contentType: 'image/png', size: png.byteLength };
    await files.put(`${folder(kind, id)}${version}.png`, body, facts);
    // Closed to visitors meanwhile, it was erased before it was kept.
    if ((await shown(id)) === null) await files.deletePrefix(folder(kind, id));
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
  }
}

/**
 * Link previews (`product §6`), drawn once for what they show and kept until that changes. Nothing is
 * drawn, kept or given of what a visitor may not see.
 */
export function keptPreviews<Thing>(deps: PreviewDeps, subject: PreviewSubject<Thing>): Previews {
  const { kind } = subject;
  const drawing = singleFlight<Result<Uint8Array, 'unavailable'>>();
  const drawAndKeep = async (id: string, thing: Thing, version: string) => {
    const { facts, picture, avatar } = subject.describe(thing);
    const png = await deps.painter.paint({
      facts,
      picture: await pictureOf(deps, picture, 960),
      avatar: await pictureOf(deps, avatar, 192),
    });
    if (png.ok) await keep(deps, subject, id, { version, png: png.value });
    return png;
  };
  const previewOf: Previews['previewOf'] = async (id) => {
    const thing = await subject.shown(id);
    if (thing === null) return err('not_found');
    const version = subject.version(thing);
    const kept = await deps.files.get(`${folder(kind, id)}${version}.png`);
    if (kept) return ok({ version, png: new Uint8Array(await buffer(kept.stream)) });
    const png = await drawing(`${id} ${version}`, () => drawAndKeep(id, thing, version));
    return png.ok ? ok({ version, png: png.value }) : png;
  };
  return { kind, previewOf };
}

/** Erases the previews of a thing that visitors see no more. */
export const erasePreviews =
  ({ files }: Pick<PreviewDeps, 'files'>) =>
  (kind: PreviewKind, id: string): Promise<void> =>
    files.deletePrefix(folder(kind, id));
