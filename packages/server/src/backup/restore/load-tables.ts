import { createHash, type Hash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import { PIECE_BYTES, type TableChecksum, tablePieceEntry } from '../archive/format.ts';
import { readEntryBody, type TarEntry } from '../archive/tar-entries.ts';
import { waitForDrain } from '../archive/wait-for-drain.ts';
import { damagedBackupError, toDamagedIfDataError } from '../errors.ts';
import { type BackupTable, copyInStatement, copyJobsInStatement, jobsTable } from '../tables.ts';

const zstdDecompressAsync = promisify(zstdDecompress);

/**
 * Largest accepted piece in bytes, compressed or not; larger than `PIECE_BYTES` because the last row of a piece can be
 * long.
 */
const MAX_PIECE_BYTES = 16 * PIECE_BYTES;

/** Format of the entry names of pieces. */
const pieceEntryPattern = /^database\/([a-z_][a-z0-9_.]*)\/\d{6}\.zst$/;

/** The table that is being loaded. */
interface TableLoad {
  readonly table: BackupTable;
  /** The stream that loads rows into the table; null for a table that is skipped. */
  readonly copyStream: CopyStreamQuery | null;
  /** Resolves once the stream has loaded all rows, rejects when a row cannot be loaded; null for a skipped table. */
  readonly loadPromise: Promise<void> | null;
  /** Hash of the table's rows that were read so far. */
  readonly hash: Hash;
  pieces: number;
}

export interface TableLoader {
  /** Loads an entry that is a piece of a table; returns false for other entries. */
  take(entry: TarEntry): Promise<boolean>;
  /** Finishes the last table; returns the row count and checksum of every table that had rows. */
  finish(): Promise<ReadonlyMap<string, TableChecksum>>;
}

/**
 * Creates a loader that loads rows into their tables, in the caller's transaction; rows of `skippedTables` are read
 * but not stored.
 */
export function createTableLoader(
  client: pg.Client,
  tables: readonly BackupTable[],
  skippedTables: ReadonlySet<string>,
): TableLoader {
  const checksumsByTable = new Map<string, TableChecksum>();
  let currentTable: TableLoad | null = null;

  const finishTable = async () => {
    if (!currentTable) return;
    const { table, copyStream, loadPromise, hash } = currentTable;
    copyStream?.end();
    await loadPromise;
    // The rows of skipped tables are not counted (-1).
    const count = copyStream?.rowCount ?? -1;
    checksumsByTable.set(table.name, { name: table.name, rows: count, sha256: hash.digest('hex') });
    currentTable = null;
  };

  const beginTable = async (name: string): Promise<TableLoad> => {
    await finishTable();
    const table = tables.find((candidate) => candidate.name === name);
    if (!table || checksumsByTable.has(name))
      throw damagedBackupError(`não se espera ${name} nela`);
    const statement = name === jobsTable.name ? copyJobsInStatement(table) : copyInStatement(table);
    const copyStream = skippedTables.has(name) ? null : client.query(from(statement));
    const loadPromise =
      copyStream &&
      finished(copyStream).catch((error: unknown) => {
        throw toDamagedIfDataError(error, `há linhas de ${name} que não entram na tabela`);
      });
    loadPromise?.catch(() => undefined);
    return { table, copyStream, loadPromise, hash: createHash('sha256'), pieces: 0 };
  };

  const writePiece = async (entry: TarEntry, { copyStream, loadPromise, hash }: TableLoad) => {
    const compressed = await readEntryBody(entry, MAX_PIECE_BYTES);
    const piece = await zstdDecompressAsync(compressed, { maxOutputLength: MAX_PIECE_BYTES }).catch(
      () => {
        throw damagedBackupError(`${entry.header.name} está danificado`);
      },
    );
    hash.update(piece);
    if (!copyStream) return;
    if (!copyStream.write(piece)) await waitForDrain(copyStream);
    if (copyStream.destroyed || copyStream.errored) await loadPromise;
  };

  return {
    take: async (entry) => {
      const tableName = pieceEntryPattern.exec(entry.header.name)?.[1];
      if (tableName === undefined) return false;
      if (currentTable?.table.name !== tableName) currentTable = await beginTable(tableName);
      currentTable.pieces += 1;
      if (entry.header.name !== tablePieceEntry(tableName, currentTable.pieces)) {
        throw damagedBackupError(`falta um pedaço de ${tableName}`);
      }
      await writePiece(entry, currentTable);
      return true;
    },
    finish: async () => {
      await finishTable();
      return checksumsByTable;
    },
  };
}
