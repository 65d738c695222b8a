import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Pack } from 'tar-stream';
import { referencedPackFiles } from '../../modules/pack-files/index.ts';
import { referencedPictures } from '../../modules/pictures/index.ts';
import type { ReferencedFiles } from '../../platform/uploads/referenced-files.ts';
import type { FileStore } from '../../ports/file-store.ts';
import {
  type BackupManifest,
  checksumLine,
  checksumListEntry,
  FILES_PER_CHECKSUM_LIST,
  fileEntry,
} from '../archive/format.ts';
import { createLineSpool, type LineSpool } from '../archive/spool.ts';
import { streamEntry, writeEntry } from '../archive/tar-entries.ts';

/** Number of rows that are fetched at a time. */
const ROWS_PER_FETCH = 2_000;

/**
 * The files that a backup copies; data exports and link previews are not among them because they can be generated
 * again.
 */
const backedUpFiles: readonly ReferencedFiles<never>[] = [referencedPictures, referencedPackFiles];

/** Yields the keys of the files that rows of the snapshot reference, in batches. */
async function* fetchReferencedKeys(client: pg.ClientBase): AsyncGenerator<string[]> {
  for (const { rows: query, keys } of backedUpFiles) {
    await client.query(`DECLARE referenced NO SCROLL CURSOR FOR ${query}`);
    for (;;) {
      const { rows } = await client.query(`FETCH ${ROWS_PER_FETCH} FROM referenced`);
      if (rows.length === 0) break;
      yield rows.flatMap((row) => keys(row as never));
    }
    await client.query('CLOSE referenced');
  }
}

/** Lists the keys of all files to copy, in the transaction of the snapshot. */
export async function listFileKeys(client: pg.ClientBase): Promise<LineSpool> {
  const keyList = await createLineSpool();
  try {
    for await (const keys of fetchReferencedKeys(client)) await keyList.add(keys);
    return keyList;
  } catch (error) {
    await keyList[Symbol.asyncDispose]();
    throw error;
  }
}

export interface FileWriter {
  readonly tar: Pack;
  readonly files: FileStore;
  /** Modification time of every entry: the time of the snapshot. */
  readonly modifiedAt: Date;
  /** Called with the size of every written chunk; may throw to stop the backup. */
  readonly onBytes: (bytes: number) => void;
}

/** Writes one file into the backup; returns null when the store does not have the file. */
async function writeFile({ tar, files, modifiedAt, onBytes }: FileWriter, key: string) {
  const foundFile = await files.get(key);
  if (!foundFile) return null;
  const hash = createHash('sha256');
  async function* hashChunks(stream: AsyncIterable<Uint8Array>) {
    for await (const chunk of stream) {
      hash.update(chunk);
      onBytes(chunk.byteLength);
      yield chunk;
    }
  }
  const { size, stream } = foundFile;
  try {
    await streamEntry(tar, { name: fileEntry(key), size, mtime: modifiedAt }, hashChunks(stream));
  } finally {
    stream.destroy();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Writes all listed files and their checksums into the backup. */
export async function writeFiles(
  writer: FileWriter,
  keyList: LineSpool,
): Promise<BackupManifest['files']> {
  const checksumsHash = createHash('sha256');
  const missingKeys: string[] = [];
  let [count, bytes, sums, lines] = [0, 0, 0, ''];
  const flush = async () => {
    if (lines === '') return;
    checksumsHash.update(lines);
    sums += 1;
    await writeEntry(writer.tar, checksumListEntry(sums), Buffer.from(lines), writer.modifiedAt);
    lines = '';
  };
  for await (const key of keyList.lines()) {
    const writtenFile = await writeFile(writer, key);
    writer.onBytes(0);
    if (!writtenFile) {
      missingKeys.push(key);
      continue;
    }
    count += 1;
    bytes += writtenFile.size;
    lines += checksumLine(key, writtenFile.sha256);
    if (count % FILES_PER_CHECKSUM_LIST === 0) await flush();
  }
  await flush();
  return { count, bytes, sums: checksumsHash.digest('hex'), missing: missingKeys };
}
