import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { textEntry, type ZipEntry, zipOfEntries } from '../../../platform/zip-entries.ts';
import type { FileStore } from '../../../ports/file-store.ts';

/** What a package consists of. */
interface PackageParts {
  /** What the files are, for whoever opens the package. */
  readonly readMe: string;
  /** The sealed copy, in exactly the bytes that were hashed. */
  readonly content: string;
  /** Storage key of the sealed picture; null without one. */
  readonly pictureKey: string | null;
  /** The case and who opened the copy, as JSON. */
  readonly caseFacts: object;
  readonly openings: readonly object[];
}

async function* hashing(body: Readable, done: (sha256: string) => void) {
  const hash = createHash('sha256');
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  done(hash.digest('hex'));
}

/** The entry with its hash taken while it is read; `done` is called at its end. */
const withHash = (entry: ZipEntry, done: (sha256: string) => void): ZipEntry => ({
  ...entry,
  open: async () => {
    const body = await entry.open();
    return body && Readable.from(hashing(body, done), { objectMode: false });
  },
});

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function* filesOf(parts: PackageParts, files: Pick<FileStore, 'get'>): Generator<ZipEntry> {
  const { readMe, content, pictureKey, caseFacts, openings } = parts;
  yield textEntry('LEIA-ME.txt', () => [readMe]);
  yield textEntry('conteudo.json', () => [content]);
  if (pictureKey !== null)
    yield {
      name: 'imagem.webp',
      compress: false,
      open: async () => (await files.get(pictureKey))?.stream ?? null,
    };
  yield textEntry('caso.json', () => [json(caseFacts)]);
  yield textEntry('aberturas.json', () => [json(openings)]);
}

async function* entriesOf(parts: PackageParts, files: Pick<FileStore, 'get'>) {
  const hashes: string[] = [];
  for (const entry of filesOf(parts, files)) {
    yield withHash(entry, (sha256) => hashes.push(`${sha256}  ${entry.name}\n`));
  }
  yield textEntry('SHA256.txt', () => hashes);
}

/**
 * Streams a package for an authority (`docs/product/evidence.md`): one file after the other, and at last `SHA256.txt` with
 * the hash of each in the format of `sha256sum`. A reader who disconnects ends the reading.
 */
export function createAuthorityPackageZip(
  parts: PackageParts,
  { files, mtime }: { readonly files: Pick<FileStore, 'get'>; readonly mtime: Date },
): Readable {
  return zipOfEntries(entriesOf(parts, files), mtime);
}
