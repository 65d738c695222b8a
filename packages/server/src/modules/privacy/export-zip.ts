import { Readable } from 'node:stream';
import type { Database } from '../../platform/database/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { conversationsDataExport, messagesDataExport } from '../messaging/index.ts';
import {
  downloadFileName,
  type ExportedPackFile,
  exportedPackFileKey,
  packFilesDataExport,
  sanitizeFileName,
} from '../pack-files/index.ts';
import { type ExportedPicture, exportedPictureKey, picturesDataExport } from '../pictures/index.ts';
import { dataExportFiles } from './export-files.ts';
import { jsonList, jsonOne, jsonWith } from './json-text.ts';
import { readMeText } from './read-me.ts';
import { type ZipEntry, zipOfEntries } from './zip-entries.ts';

export interface ExportDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly clock: Clock;
}

const textEntry = (
  name: string,
  pieces: () => AsyncIterable<string> | Iterable<string>,
): ZipEntry => ({
  name,
  compress: true,
  open: async () => Readable.from(pieces(), { objectMode: false }),
});

async function* conversations({ database: { pool } }: ExportDeps, uid: string) {
  for await (const row of conversationsDataExport(pool, uid)) {
    const { id, username, ...facts } = row;
    yield textEntry(`mensagens/${sanitizeFileName(username)}.json`, () =>
      jsonWith(facts, 'messages', messagesDataExport(pool, uid, id)),
    );
  }
}

const picturePath = ({ id }: ExportedPicture) => `imagens/${id}.webp`;

/** The end of the id makes names unique: its beginning is a time that files share. */
const archivePath = ({ id, name, type }: ExportedPackFile) =>
  `arquivos/${id.slice(-8)} ${downloadFileName(name, type)}`;

/** The list of files, which says for each to which service it belongs. */
async function* fileList({ database: { pool } }: ExportDeps, uid: string) {
  for await (const row of picturesDataExport(pool, uid)) {
    yield { file: picturePath(row), ...row };
  }
  for await (const row of packFilesDataExport(pool, uid)) {
    yield { file: archivePath(row), ...row };
  }
}

const storedFileEntry = (files: ExportDeps['files'], name: string, key: string): ZipEntry => ({
  name,
  compress: false,
  open: async () => (await files.get(key))?.stream ?? null,
});

async function* ownFiles({ database: { pool }, files }: ExportDeps, uid: string) {
  for await (const row of picturesDataExport(pool, uid)) {
    yield storedFileEntry(files, picturePath(row), exportedPictureKey(row));
  }
  for await (const row of packFilesDataExport(pool, uid)) {
    yield { ...storedFileEntry(files, archivePath(row), exportedPackFileKey(row)), size: row.size };
  }
}

async function* entries(deps: ExportDeps, uid: string): AsyncGenerator<ZipEntry> {
  const { pool } = deps.database;
  yield textEntry('LEIA-ME.txt', () => [readMeText(deps.clock.now())]);
  for (const { file, read, single } of dataExportFiles) {
    yield textEntry(file, () => (single ? jsonOne : jsonList)(read(pool, uid)));
  }
  yield* conversations(deps, uid);
  yield textEntry('arquivos.json', () => jsonList(fileList(deps, uid)));
  yield* ownFiles(deps, uid);
}

/**
 * Everything that is stored about a person, as a zip that is streamed (`docs/product/privacy.md`, LGPD):
 * one JSON file for each module's data, one for each conversation, and the person's pictures and pack files.
 * Other people appear with uid and name only. It is not a snapshot: rows that change meanwhile may or may
 * not be included, but each row is consistent.
 */
export function createExportZip(deps: ExportDeps, uid: string): Readable {
  return zipOfEntries(entries(deps, uid), deps.clock.now());
}
