import { Readable } from 'node:stream';
import type { Database } from '../../platform/database/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import {
  type HeldArchive,
  heldArchiveKey,
  heldArchives,
  keptName,
  savedName,
} from '../archives/index.ts';
import { type HeldConversation, heldConversations, heldMessages } from '../messaging/index.ts';
import { type HeldPicture, heldPictureKey, heldPictures } from '../pictures/index.ts';
import { jsonList, jsonOne, jsonWith } from './json-text.ts';
import { readMe } from './read-me.ts';
import { sections } from './sections.ts';
import { type ZipEntry, zipOfEntries } from './zip-entries.ts';

export interface ExportDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly clock: Clock;
}

const text = (name: string, pieces: () => AsyncIterable<string> | Iterable<string>): ZipEntry => ({
  name,
  compress: true,
  open: async () => Readable.from(pieces(), { objectMode: false }),
});

async function* conversations({ database: { pool } }: ExportDeps, uid: string) {
  for await (const row of heldConversations(pool, uid)) {
    const { id, username, ...facts } = row as unknown as HeldConversation;
    yield text(`mensagens/${keptName(username)}.json`, () =>
      jsonWith(facts, 'messages', heldMessages(pool, uid, id)),
    );
  }
}

const picturePath = ({ id }: HeldPicture) => `imagens/${id}.webp`;

/** Files of one name are told apart by the end of their ids: the beginning is the minute they came. */
const archivePath = ({ id, name, type }: HeldArchive) =>
  `arquivos/${id.slice(-8)} ${savedName(name, type)}`;

/** The list of the files, so that each is found by its service again. */
async function* fileList({ database: { pool } }: ExportDeps, uid: string) {
  for await (const row of heldPictures(pool, uid)) {
    yield { file: picturePath(row as unknown as HeldPicture), ...row };
  }
  for await (const row of heldArchives(pool, uid)) {
    yield { file: archivePath(row as unknown as HeldArchive), ...row };
  }
}

const stored = (files: ExportDeps['files'], name: string, key: string): ZipEntry => ({
  name,
  compress: false,
  open: async () => (await files.get(key))?.stream ?? null,
});

async function* ownFiles({ database: { pool }, files }: ExportDeps, uid: string) {
  for await (const row of heldPictures(pool, uid)) {
    const picture = row as unknown as HeldPicture;
    yield stored(files, picturePath(picture), heldPictureKey(picture));
  }
  for await (const row of heldArchives(pool, uid)) {
    const archive = row as unknown as HeldArchive;
    yield { ...stored(files, archivePath(archive), heldArchiveKey(archive)), size: archive.size };
  }
}

async function* entries(deps: ExportDeps, uid: string): AsyncGenerator<ZipEntry> {
  const { pool } = deps.database;
  yield text('LEIA-ME.txt', () => [readMe(deps.clock.now())]);
  for (const { file, read, single } of sections) {
    yield text(file, () => (single ? jsonOne : jsonList)(read(pool, uid)));
  }
  yield* conversations(deps, uid);
  yield text('arquivos.json', () => jsonList(fileList(deps, uid)));
  yield* ownFiles(deps, uid);
}

/**
 * Everything that is held on a person, as a zip that is made while it is read (`product §3`, LGPD):
 * what each module holds, a file for each conversation, and the person's own pictures and archives.
 * Of others it has what the person saw anyway: uid and name. It is not one moment's: what changes
 * meanwhile is in it or is not, but each row is whole.
 */
export function exportZip(deps: ExportDeps, uid: string): Readable {
  return zipOfEntries(entries(deps, uid), deps.clock.now());
}
