import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileStore } from '../../ports/file-store.ts';
import {
  downloadFileName,
  makeNamesUnique,
  packFileKey,
  sanitizeFileName,
} from '../pack-files/index.ts';
import type { PackFileListRow } from './pack-queries.ts';

/** File name of the zip of a pack with this title. */
export function packZipName(title: string): string {
  return `${sanitizeFileName(title)}.zip`;
}

export interface PackZip {
  /**
   * The bytes of the zip. The stream emits an error when a file cannot be read; destroying the stream closes all files.
   */
  readonly stream: Readable;
  /** Total size of the zip in bytes. */
  readonly size: number;
}

type OpenStreamCallback = (error: unknown, stream: NodeJS.ReadableStream) => void;

/** Opens files one after the other, and closes the open file when the receiver disconnects. */
function createFileOpener(files: Pick<FileStore, 'get'>) {
  let currentStream: Readable | undefined;
  let hasEnded = false;
  const openFile = async (row: PackFileListRow): Promise<Readable> => {
    const foundFile = await files.get(packFileKey(row.id, row.type));
    if (!foundFile) throw new Error(`archive ${row.id} has no file`);
    if (hasEnded) foundFile.stream.destroy();
    currentStream = foundFile.stream;
    return foundFile.stream;
  };
  return {
    streamOpener: (row: PackFileListRow) => (callback: OpenStreamCallback) => {
      openFile(row).then(
        (stream) => callback(null, stream),
        (error) => callback(error, undefined as never),
      );
    },
    close: () => {
      hasEnded = true;
      currentStream?.destroy();
    },
  };
}

/**
 * Creates one zip with all files of a pack, which is generated while it is sent. Files are read one at a time and
 * stored without compression, which would not make pictures and videos smaller. File names are sanitised and unique.
 */
export async function createPackZip(
  files: Pick<FileStore, 'get'>,
  rows: readonly PackFileListRow[],
): Promise<PackZip> {
  const zip = new ZipFile();
  const fileNames = makeNamesUnique(rows.map(({ name, type }) => downloadFileName(name, type)));
  const { streamOpener, close } = createFileOpener(files);
  for (const [index, row] of rows.entries()) {
    const fileOptions = { size: row.size, mtime: row.createdAt, compress: false };
    zip.addReadStreamLazy(fileNames[index] ?? row.id, fileOptions, streamOpener(row));
  }
  const stream = zip.outputStream as Readable;
  zip.on('error', (error) => stream.destroy(error));
  stream.once('close', close);
  const size = await zipSizeOf(zip);
  return { stream, size };
}

function zipSizeOf(zip: ZipFile): Promise<number> {
  return new Promise((resolve) => {
    // The library passes `size` to the callback although its type declarations do not contain it.
    const onSize: (size?: number) => void = (size) => resolve(size ?? 0);
    zip.end({ forceZip64Format: false, comment: '' }, onSize);
  });
}
