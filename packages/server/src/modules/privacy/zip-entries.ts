import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of a zip. */
export interface ZipEntry {
  readonly name: string;
  /** Size in bytes, where it is known beforehand. */
  readonly size?: number;
  /** False for pictures and videos, which are compressed already. */
  readonly compress: boolean;
  /** Opens the content; null when it does not exist any more, and the entry is left out. */
  open(): Promise<Readable | null>;
}

/**
 * A zip that is streamed entry by entry, so that memory use stays constant. When an entry cannot be read
 * the stream fails instead of ending as a valid zip; destroying it releases everything.
 */
export function zipOfEntries(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | undefined;
  const add = async ({ name, size, compress, open }: ZipEntry) => {
    const body = await open();
    if (!body) return;
    current = body;
    if (stream.destroyed) return void body.destroy();
    zip.addReadStream(body, name, { mtime, compress, ...(size === undefined ? {} : { size }) });
    await finished(body, { writable: false });
  };
  const fill = async () => {
    for await (const entry of entries) {
      await add(entry);
      // The reader went away.
      if (stream.destroyed) return;
    }
    zip.end();
  };
  // Readers get the error as well; this handler is for errors before anybody reads.
  stream.on('error', () => undefined);
  stream.once('close', () => current?.destroy());
  zip.on('error', (error) => stream.destroy(error));
  fill().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}
