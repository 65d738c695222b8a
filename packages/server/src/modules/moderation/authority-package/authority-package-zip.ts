import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { textEntry, type ZipEntry, zipOfEntries } from '../../../platform/zip-entries.ts';
import type { FileStore } from '../../../ports/file-store.ts';

/** The files and data of which an authority package consists. */
interface AuthorityPackageParts {
  /** Text that explains the files to the recipient of the package. */
  readonly readMe: string;
  /** The copy of reported content, in exactly the bytes that were hashed. */
  readonly content: string;
  /** Storage key of the picture in the copy; null when the copy has no picture. */
  readonly pictureKey: string | null;
  /** Data about the case, written as a JSON file. */
  readonly caseFacts: object;
  /** Who opened the copy and when, written as a JSON file. */
  readonly openings: readonly object[];
}

async function* hashEntry(body: Readable, onHash: (sha256: string) => void) {
  const hash = createHash('sha256');
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  onHash(hash.digest('hex'));
}

/** A zip entry whose content is hashed while it is read; `onHash` is called with the hash at the end. */
const withHash = (entry: ZipEntry, onHash: (sha256: string) => void): ZipEntry => ({
  ...entry,
  open: async () => {
    const body = await entry.open();
    return body && Readable.from(hashEntry(body, onHash), { objectMode: false });
  },
});

const formatJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function* packageFilesOf(
  parts: AuthorityPackageParts,
  files: Pick<FileStore, 'get'>,
): Generator<ZipEntry> {
  const { readMe, content, pictureKey, caseFacts, openings } = parts;
  yield textEntry('LEIA-ME.txt', () => [readMe]);
  yield textEntry('conteudo.json', () => [content]);
  if (pictureKey !== null)
    yield {
      name: 'imagem.webp',
      compress: false,
      open: async () => (await files.get(pictureKey))?.stream ?? null,
    };
  yield textEntry('caso.json', () => [formatJson(caseFacts)]);
  yield textEntry('aberturas.json', () => [formatJson(openings)]);
}

async function* zipEntriesOf(parts: AuthorityPackageParts, files: Pick<FileStore, 'get'>) {
  const hashes: string[] = [];
  for (const entry of packageFilesOf(parts, files)) {
    yield withHash(entry, (sha256) => hashes.push(`${sha256}  ${entry.name}\n`));
  }
  yield textEntry('SHA256.txt', () => hashes);
}

/**
 * Streams a package for an authority (`docs/product/evidence.md`): one file after the other, and finally `SHA256.txt`
 * with the hash of each file in the format of `sha256sum`. Reading stops when the client disconnects.
 */
export function createAuthorityPackageZip(
  parts: AuthorityPackageParts,
  { files, mtime }: { readonly files: Pick<FileStore, 'get'>; readonly mtime: Date },
): Readable {
  return zipOfEntries(zipEntriesOf(parts, files), mtime);
}
