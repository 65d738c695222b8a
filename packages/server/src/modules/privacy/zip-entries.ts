import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of a zip. */
export interface ZipEntry {
  readonly name: string;
  /** Bytes, where they are known beforehand. */
  readonly size?: number;
  /** Pictures and videos do not get smaller. */
  readonly compress: boolean;
  /** What it holds; null when it is not there any more, and is then left out. */
  open(): Promise<Readable | null>;
}

/**
 * A zip that is made while it is read, one entry after the other, so that memory stays flat. When an
 * entry cannot be read the stream ends with an error, never as a zip that looks whole; destroying it
 * lets go of everything.
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
      // Nobody wants the rest.
      if (stream.destroyed) return;
    }
    zip.end();
  };
  // Whoever reads sees it too; before that nobody listens.
  stream.on('error', () => undefined);
  stream.once('close', () => current?.destroy());
  zip.on('error', (error) => stream.destroy(error));
  fill().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}
