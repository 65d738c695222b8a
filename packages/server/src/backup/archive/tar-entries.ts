import { extract, type Header, type Pack } from 'tar-stream';
import { BackupError, damagedBackupError } from '../errors.ts';
import { waitForDrain } from './wait-for-drain.ts';

/** Writes a tar entry whose body is in memory. */
export function writeEntry(tar: Pack, name: string, body: Buffer, mtime: Date): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600, mtime }, body, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes a tar entry of a given size from a stream; rejects when the body has another length. */
export async function streamEntry(
  tar: Pack,
  { name, size, mtime }: { readonly name: string; readonly size: number; readonly mtime: Date },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  // When the loop below throws, no code awaits `written`, and its rejection would end the process without this handler.
  written.catch(() => undefined);
  const entryStream = tar.entry({ name, size, mode: 0o600, mtime }, (error) =>
    error ? reject(error) : resolve(),
  );
  entryStream.on('error', reject);
  for await (const chunk of body) {
    if (!entryStream.write(chunk)) await waitForDrain(entryStream);
    if (entryStream.destroyed) break;
  }
  entryStream.end(undefined);
  await written;
}

/** An entry of a backup; its body must be read to the end before the next entry. */
export interface TarEntry extends AsyncIterable<Uint8Array> {
  readonly header: Pick<Header, 'name'> & { readonly size: number };
}

/** Reads a tar entry by entry; throws `BackupError` unless the stream is a complete tar. */
export async function* readTarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const tar = extract();
  tar.on('error', () => undefined);
  let failure: unknown;
  const feedSource = async () => {
    for await (const chunk of bytes) {
      if (tar.destroyed) return;
      if (!tar.write(chunk)) await waitForDrain(tar);
    }
    tar.end(undefined);
  };
  const feedPromise = feedSource().catch((error: unknown) => {
    failure = error;
    // The tar is destroyed with an error: otherwise the iteration would wait for the next entry without end.
    tar.destroy(error instanceof Error ? error : new Error('the source failed'));
  });
  const mapError = (error: unknown): unknown => {
    if (failure !== undefined) return failure;
    if (error instanceof BackupError || !isTarError(error)) return error;
    return damagedBackupError('está danificada ou incompleta, ou não é uma cópia da Guilda');
  };
  try {
    // tar-stream's type has `size` as optional, but every entry that was read has one.
    for await (const entry of tar) yield mapEntryErrors(entry as unknown as TarEntry, mapError);
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw mapError(error);
  } finally {
    tar.destroy();
    await feedPromise;
  }
}

/** Wraps an entry so that its errors are mapped by `mapError`. */
const mapEntryErrors = (entry: TarEntry, mapError: (error: unknown) => unknown): TarEntry => ({
  header: entry.header,
  async *[Symbol.asyncIterator]() {
    try {
      yield* entry;
    } catch (error) {
      throw mapError(error);
    }
  },
});

/** Whether an error of tar-stream was caused by its input. */
const isTarError = (error: unknown): boolean =>
  error instanceof Error &&
  /tar header|Stream was destroyed|Unexpected end of data|Invalid header|Header exceeds|Invalid encoding|Invalid pax/.test(
    error.message,
  );

/** Reads the whole body of an entry into memory; throws when it has more than `maxBytes` bytes. */
export async function readEntryBody(entry: TarEntry, maxBytes: number): Promise<Buffer> {
  if (entry.header.size > maxBytes)
    throw damagedBackupError(`${entry.header.name} é grande demais`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (body.byteLength !== entry.header.size)
    throw damagedBackupError(`${entry.header.name} está incompleta`);
  return body;
}
