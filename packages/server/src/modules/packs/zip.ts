import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileStore } from '../../ports/file-store.ts';
import { archiveKey, keptName, savedName, uniqueNames } from '../archives/index.ts';
import type { FileRow } from './pack-queries.ts';

/** The name that all files of a pack are saved under. */
export function zipName(title: string): string {
  return `${keptName(title)}.zip`;
}

export interface Zip {
  /** Ends with an error when a file cannot be read; destroying it lets go of everything. */
  readonly stream: Readable;
  /** Bytes of the whole. */
  readonly size: number;
}

type Give = (error: unknown, stream: NodeJS.ReadableStream) => void;

/** Opens the files one after the other, and closes the one being read when nobody wants it any more. */
function opener(files: Pick<FileStore, 'get'>) {
  let current: Readable | undefined;
  let over = false;
  const open = async (row: FileRow): Promise<Readable> => {
    const found = await files.get(archiveKey(row.id, row.type));
    if (!found) throw new Error(`archive ${row.id} has no file`);
    if (over) found.stream.destroy();
    current = found.stream;
    return found.stream;
  };
  return {
    give: (row: FileRow) => (give: Give) => {
      open(row).then(
        (stream) => give(null, stream),
        (error) => give(error, undefined as never),
      );
    },
    close: () => {
      over = true;
      current?.destroy();
    },
  };
}

/**
 * All files of a pack as one zip that is made while it is sent: stored as they are, because pictures
 * and videos do not get smaller, and read one by one. Names are made safe and told apart.
 */
export async function zipOf(files: Pick<FileStore, 'get'>, rows: readonly FileRow[]): Promise<Zip> {
  const zip = new ZipFile();
  const names = uniqueNames(rows.map(({ name, type }) => savedName(name, type)));
  const { give, close } = opener(files);
  for (const [index, row] of rows.entries()) {
    const facts = { size: row.size, mtime: row.createdAt, compress: false };
    zip.addReadStreamLazy(names[index] ?? row.id, facts, give(row));
  }
  const stream = zip.outputStream as Readable;
  zip.on('error', (error) => stream.destroy(error));
  stream.once('close', close);
  const size = await sizeOf(zip);
  return { stream, size };
}

function sizeOf(zip: ZipFile): Promise<number> {
  return new Promise((resolve) => {
    // The types leave out the size that is told.
    const told: (size?: number) => void = (size) => resolve(size ?? 0);
    zip.end({ forceZip64Format: false, comment: '' }, told);
  });
}
