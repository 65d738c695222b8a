import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { Pack } from 'tar-stream';
import { PIECE_BYTES, type TableChecksum, tablePieceEntry } from '../archive/format.ts';
import { writeEntry } from '../archive/tar-entries.ts';

const zstdCompressAsync = promisify(zstdCompress);

export interface TableWriter {
  readonly client: pg.ClientBase;
  readonly tar: Pack;
  /** Time of the database snapshot. */
  readonly at: Date;
  /** Called after every piece of a few megabytes. */
  readonly onPiece: () => void;
}

/** Writes the rows of a table, as output of a `COPY` statement, in compressed pieces of constant uncompressed size. */
export async function writeTable(
  { client, tar, at, onPiece }: TableWriter,
  name: string,
  copyStatement: string,
): Promise<TableChecksum> {
  const rows = client.query(to(copyStatement));
  const hash = createHash('sha256');
  let pieceChunks: Buffer[] = [];
  let [bufferedBytes, pieceCount] = [0, 0];
  const flush = async () => {
    if (bufferedBytes === 0) return;
    const compressed = await zstdCompressAsync(Buffer.concat(pieceChunks));
    pieceCount += 1;
    await writeEntry(tar, tablePieceEntry(name, pieceCount), compressed, at);
    [pieceChunks, bufferedBytes] = [[], 0];
    onPiece();
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    pieceChunks.push(chunk);
    bufferedBytes += chunk.byteLength;
    if (bufferedBytes >= PIECE_BYTES) await flush();
  }
  await flush();
  // The number of rows comes with the end of the statement, which may arrive after the last row but precedes any answer
  // to the next statement.
  await client.query('SELECT');
  return { name, rows: rows.rowCount ?? 0, sha256: hash.digest('hex') };
}
