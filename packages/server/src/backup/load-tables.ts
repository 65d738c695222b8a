import { createHash, type Hash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import { drained } from './drained.ts';
import { asDamaged, damaged } from './errors.ts';
import { PIECE_BYTES, pieceName, type TableSum } from './format.ts';
import { copyIn, jobsIn, jobsTable, type Table } from './tables.ts';
import { bodyOf, type Entry } from './tar-entries.ts';

const decompress = promisify(zstdDecompress);

/** Bytes of a piece at most, packed or not: its last row may be a long one. */
const MOST = 16 * PIECE_BYTES;

/** Form of the name of a piece. */
const pieceForm = /^database\/([a-z_][a-z0-9_.]*)\/\d{6}\.zst$/;

/** A table whose rows are coming. */
interface Loading {
  readonly table: Table;
  /** Null for a table that this database does not have. */
  readonly rows: CopyStreamQuery | null;
  readonly taken: Promise<void> | null;
  readonly hash: Hash;
  pieces: number;
}

export interface TableLoader {
  /** Takes the entry when it is a piece of a table; false when it is something else. */
  take(entry: Entry): Promise<boolean>;
  /** Ends the last table; what came of each, those without a row left out. */
  finish(): Promise<ReadonlyMap<string, TableSum>>;
}

/** Puts rows into their tables, in the caller's transaction; rows of `skipped` tables are read only. */
export function tableLoader(
  client: pg.Client,
  tables: readonly Table[],
  skipped: ReadonlySet<string>,
): TableLoader {
  const sums = new Map<string, TableSum>();
  let loading: Loading | null = null;

  const end = async () => {
    if (!loading) return;
    const { table, rows, taken, hash } = loading;
    rows?.end();
    await taken;
    // Of what is left out nobody counted the rows.
    const count = rows?.rowCount ?? -1;
    sums.set(table.name, { name: table.name, rows: count, sha256: hash.digest('hex') });
    loading = null;
  };

  const begin = async (name: string): Promise<Loading> => {
    await end();
    const table = tables.find((each) => each.name === name);
    if (!table || sums.has(name)) throw damaged(`não se espera ${name} nela`);
    const copy = name === jobsTable.name ? jobsIn(table) : copyIn(table);
    const rows = skipped.has(name) ? null : client.query(from(copy));
    const taken =
      rows &&
      finished(rows).catch((error: unknown) => {
        throw asDamaged(error, `há linhas de ${name} que não entram na tabela`);
      });
    taken?.catch(() => undefined);
    return { table, rows, taken, hash: createHash('sha256'), pieces: 0 };
  };

  const write = async (entry: Entry, { rows, taken, hash }: Loading) => {
    const packed = await bodyOf(entry, MOST);
    const piece = await decompress(packed, { maxOutputLength: MOST }).catch(() => {
      throw damaged(`${entry.header.name} está danificado`);
    });
    hash.update(piece);
    if (!rows) return;
    if (!rows.write(piece)) await drained(rows);
    if (rows.destroyed || rows.errored) await taken;
  };

  return {
    take: async (entry) => {
      const name = pieceForm.exec(entry.header.name)?.[1];
      if (name === undefined) return false;
      if (loading?.table.name !== name) loading = await begin(name);
      loading.pieces += 1;
      if (entry.header.name !== pieceName(name, loading.pieces)) {
        throw damaged(`falta um pedaço de ${name}`);
      }
      await write(entry, loading);
      return true;
    },
    finish: async () => {
      await end();
      return sums;
    },
  };
}
