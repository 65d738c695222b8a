import type { Readable } from 'node:stream';
import type { DataEncryption } from '../../platform/data-encryption.ts';
import type { Database } from '../../platform/database/pool.ts';
import { textEntry, type ZipEntry, zipOfEntries } from '../../platform/zip-entries.ts';
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
import { jsonList, jsonObjectWithList, jsonOfOnlyRow } from './json-text.ts';
import { readMeText } from './read-me.ts';

export interface ExportDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly clock: Clock;
  readonly dataSealer: DataEncryption;
}

async function* readConversationEntries({ database: { pool } }: ExportDeps, uid: string) {
  for await (const row of conversationsDataExport(pool, uid)) {
    const { id, username, ...facts } = row;
    yield textEntry(`mensagens/${sanitizeFileName(username)}.json`, () =>
      jsonObjectWithList(facts, 'messages', messagesDataExport(pool, uid, id)),
    );
  }
}

const picturePath = ({ id }: ExportedPicture) => `imagens/${id}.webp`;

/** The end of the id makes file names unique. The beginning of an id is a time, which several files may share. */
const packFilePath = ({ id, name, type }: ExportedPackFile) =>
  `arquivos/${id.slice(-8)} ${downloadFileName(name, type)}`;

/** Rows of `arquivos.json`, which lists the pictures and pack files in the zip: the path and the data of each file. */
async function* fileListEntry({ database: { pool } }: ExportDeps, uid: string) {
  for await (const row of picturesDataExport(pool, uid)) {
    yield { file: picturePath(row), ...row };
  }
  for await (const row of packFilesDataExport(pool, uid)) {
    yield { file: packFilePath(row), ...row };
  }
}

const storedFileEntry = (files: ExportDeps['files'], name: string, key: string): ZipEntry => ({
  name,
  compress: false,
  open: async () => (await files.get(key))?.stream ?? null,
});

async function* ownFileEntries({ database: { pool }, files }: ExportDeps, uid: string) {
  for await (const row of picturesDataExport(pool, uid)) {
    yield storedFileEntry(files, picturePath(row), exportedPictureKey(row));
  }
  for await (const row of packFilesDataExport(pool, uid)) {
    yield {
      ...storedFileEntry(files, packFilePath(row), exportedPackFileKey(row)),
      size: row.size,
    };
  }
}

async function* exportEntries(deps: ExportDeps, uid: string): AsyncGenerator<ZipEntry> {
  const { pool } = deps.database;
  yield textEntry('LEIA-ME.txt', () => [readMeText(deps.clock.now())]);
  for (const { file, read, single } of dataExportFiles) {
    yield textEntry(file, () =>
      (single ? jsonOfOnlyRow : jsonList)(read(pool, uid, deps.dataSealer)),
    );
  }
  yield* readConversationEntries(deps, uid);
  yield textEntry('arquivos.json', () => jsonList(fileListEntry(deps, uid)));
  yield* ownFileEntries(deps, uid);
}

/**
 * Streams a zip with all data that is stored about a person (`docs/product/privacy.md`, LGPD): one JSON file for each
 * kind of data, one for each conversation, and the person's pictures and pack files. Of other people it contains only
 * uid and name. The zip is not a snapshot: rows that change while it is made may be included or not, but each row is
 * consistent.
 */
export function createExportZip(deps: ExportDeps, uid: string): Readable {
  return zipOfEntries(exportEntries(deps, uid), deps.clock.now());
}
