import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { Pack } from 'tar-stream';
import { PIECE_BYTES, pieceName, type TableSum } from './format.ts';
import { writeEntry } from './tar-entries.ts';

const compress = promisify(zstdCompress);

export interface TableWriter {
  readonly client: pg.ClientBase;
  readonly tar: Pack;
  /** Time of the snapshot. */
  readonly at: Date;
  /** Called with every few megabytes. */
  readonly onPiece: () => void;
}

/** Writes all rows that a COPY gives, a piece at a time, whatever there is of them. */
export async function writeTable(
  { client, tar, at, onPiece }: TableWriter,
  name: string,
  copy: string,
): Promise<TableSum> {
  const rows = client.query(to(copy));
  const hash = createHash('sha256');
  let piece: Buffer[] = [];
  let [held, pieces] = [0, 0];
  const flush = async () => {
    if (held === 0) return;
    const packed = await compress(Buffer.concat(piece));
    pieces += 1;
    await writeEntry(tar, pieceName(name, pieces), packed, at);
    [piece, held] = [[], 0];
    onPiece();
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    piece.push(chunk);
    held += chunk.byteLength;
    if (held >= PIECE_BYTES) await flush();
  }
  await flush();
  return { name, rows: rows.rowCount ?? 0, sha256: hash.digest('hex') };
}
