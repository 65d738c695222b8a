import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Pack } from 'tar-stream';
import { keptArchives } from '../modules/archives/index.ts';
import { keptPictures } from '../modules/pictures/index.ts';
import type { KeptFiles } from '../platform/uploads/kept-files.ts';
import type { FileStore } from '../ports/file-store.ts';
import { FILES_A_SUM, fileName, type Manifest, sumLine, sumsName } from './format.ts';
import { openSpool, type Spool } from './spool.ts';
import { streamEntry, writeEntry } from './tar-entries.ts';

/** Rows read at a time. */
const ROWS = 2_000;

/** Every file that rows name; exports and previews are made anew. */
const kept: readonly KeptFiles<never>[] = [keptPictures, keptArchives];

/** Keys that the rows of a snapshot name, a few rows at a time. */
async function* keysIn(client: pg.ClientBase): AsyncGenerator<string[]> {
  for (const { rows: query, keys } of kept) {
    await client.query(`DECLARE kept NO SCROLL CURSOR FOR ${query}`);
    for (;;) {
      const { rows } = await client.query(`FETCH ${ROWS} FROM kept`);
      if (rows.length === 0) break;
      yield rows.flatMap((row) => keys(row as never));
    }
    await client.query('CLOSE kept');
  }
}

/** Reads which files there are, in the transaction of the snapshot. */
export async function listKeys(client: pg.ClientBase): Promise<Spool> {
  const list = await openSpool();
  try {
    for await (const keys of keysIn(client)) await list.add(keys);
    return list;
  } catch (error) {
    await list[Symbol.asyncDispose]();
    throw error;
  }
}

export interface FileWriter {
  readonly tar: Pack;
  readonly files: FileStore;
  readonly at: Date;
  /** Called with every part of a file that was read; throws to end the work. */
  readonly onBytes: (bytes: number) => void;
}

/** Writes one file; null when the store has none. */
async function writeFile({ tar, files, at, onBytes }: FileWriter, key: string) {
  const found = await files.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  async function* body(stream: AsyncIterable<Uint8Array>) {
    for await (const chunk of stream) {
      hash.update(chunk);
      onBytes(chunk.byteLength);
      yield chunk;
    }
  }
  const { size, stream } = found;
  try {
    await streamEntry(tar, { name: fileName(key), size, mtime: at }, body(stream));
  } finally {
    stream.destroy();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Writes all files of the list and what their sums are. */
export async function writeFiles(writer: FileWriter, list: Spool): Promise<Manifest['files']> {
  const all = createHash('sha256');
  const missing: string[] = [];
  let [count, bytes, sums, lines] = [0, 0, 0, ''];
  const flush = async () => {
    if (lines === '') return;
    all.update(lines);
    sums += 1;
    await writeEntry(writer.tar, sumsName(sums), Buffer.from(lines), writer.at);
    lines = '';
  };
  for await (const key of list.lines()) {
    const written = await writeFile(writer, key);
    writer.onBytes(0);
    if (!written) {
      missing.push(key);
      continue;
    }
    count += 1;
    bytes += written.size;
    lines += sumLine(key, written.sha256);
    if (count % FILES_A_SUM === 0) await flush();
  }
  await flush();
  return { count, bytes, sums: all.digest('hex'), missing };
}
