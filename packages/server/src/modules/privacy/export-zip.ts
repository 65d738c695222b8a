import type { Readable } from 'node:stream';
import type { DataEncryption } from '../../platform/data-encryption.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import type { LateReads } from '../../platform/http/late-reads.ts';
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
  readonly lateReads: Pick<LateReads, 'run'>;
  readonly dataEncryption: DataEncryption;
}

/**
 * A connection for reads that may be late. Each statement chooses its database anew, because an export can take minutes:
 * meanwhile a replica can fall behind, and the ten seconds after the person's request for the export end.
 */
function lateConnectionOf({ database: { pool }, lateReads }: ExportDeps, uid: string): Queryable {
  const query = (...args: unknown[]): unknown =>
    lateReads.run({ kind: 'person', uid }, () => Reflect.apply(pool.query, pool, args));
  return { query: query as Queryable['query'] };
}

/** Conversations are read from the primary, because messages are written over sockets. */
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

/**
 * The stored files of the person. Their rows are read from the primary: they decide which files are handed out, and a
 * late row would hand out a file that the team has just hidden.
 */
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
  const lateConnection = lateConnectionOf(deps, uid);
  yield textEntry('LEIA-ME.txt', () => [readMeText(deps.clock.now())]);
  for (const { file, read, single, writtenBySockets } of dataExportFiles) {
    const connection = writtenBySockets ? deps.database.pool : lateConnection;
    yield textEntry(file, () =>
      (single ? jsonOfOnlyRow : jsonList)(read(connection, uid, deps.dataEncryption)),
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
