import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file in a zip. */
export interface ZipEntry {
  readonly name: string;
  /** Size in bytes, if it is known before the file is read. */
  readonly size?: number;
  /** Whether to compress the file; false for pictures and videos, which are compressed already. */
  readonly compress: boolean;
  /** Opens the content; null when the file does not exist any more, and the zip is made without it. */
  open(): Promise<Readable | null>;
}

/** An entry of text, whose pieces are read one after the other. */
export const textEntry = (
  name: string,
  pieces: () => AsyncIterable<string> | Iterable<string>,
): ZipEntry => ({
  name,
  compress: true,
  open: async () => Readable.from(pieces(), { objectMode: false }),
});

/**
 * Streams a zip entry by entry, so that memory use stays constant. When an entry cannot be read the stream fails
 * instead of ending as a valid zip; destroying the stream closes the open file.
 */
export function zipOfEntries(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let currentContent: Readable | undefined;
  const add = async ({ name, size, compress, open }: ZipEntry) => {
    const content = await open();
    if (!content) return;
    currentContent = content;
    if (stream.destroyed) return void content.destroy();
    zip.addReadStream(content, name, { mtime, compress, ...(size === undefined ? {} : { size }) });
    await finished(content, { writable: false });
  };
  const addEntries = async () => {
    for await (const entry of entries) {
      await add(entry);
      // The stream was destroyed because its receiver has disconnected.
      if (stream.destroyed) return;
    }
    zip.end();
  };
  // The receiver gets the error as well. This handler is for errors that occur before there is a receiver.
  stream.on('error', () => undefined);
  stream.once('close', () => currentContent?.destroy());
  zip.on('error', (error) => stream.destroy(error));
  addEntries().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}
