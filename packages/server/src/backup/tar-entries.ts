import { extract, type Header, type Pack } from 'tar-stream';
import { drained } from './drained.ts';
import { BackupError, damaged } from './errors.ts';

/** Writes a small entry. */
export function writeEntry(tar: Pack, name: string, body: Buffer, mtime: Date): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600, mtime }, body, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes an entry as long as it says; rejects when the body is of another length. */
export async function streamEntry(
  tar: Pack,
  { name, size, mtime }: { readonly name: string; readonly size: number; readonly mtime: Date },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  // The loop may fail first; what the entry says of it then is heard by nobody.
  written.catch(() => undefined);
  const sink = tar.entry({ name, size, mode: 0o600, mtime }, (error) =>
    error ? reject(error) : resolve(),
  );
  sink.on('error', reject);
  for await (const chunk of body) {
    if (!sink.write(chunk)) await drained(sink);
    if (sink.destroyed) break;
  }
  sink.end(undefined);
  await written;
}

/** An entry of a backup: its body must be read to its end before the next one comes. */
export interface Entry extends AsyncIterable<Uint8Array> {
  readonly header: Pick<Header, 'name'> & { readonly size: number };
}

/** Reads a tar entry by entry; what is none, or is cut short within an entry, is a damaged backup. */
export async function* entriesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const tar = extract();
  tar.on('error', () => undefined);
  let failure: unknown;
  const feed = async () => {
    for await (const chunk of bytes) {
      if (tar.destroyed) return;
      if (!tar.write(chunk)) await drained(tar);
    }
    tar.end(undefined);
  };
  const fed = feed().catch((error: unknown) => {
    failure = error;
    // Without a reason, one who asks for the next entry only now would wait for ever.
    tar.destroy(error instanceof Error ? error : new Error('the source failed'));
  });
  const told = (error: unknown): unknown => {
    if (failure !== undefined) return failure;
    if (error instanceof BackupError || !isOfTar(error)) return error;
    return damaged('está danificada ou incompleta, ou não é uma cópia da Guilda');
  };
  try {
    for await (const entry of tar) yield watched(entry as unknown as Entry, told);
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw told(error);
  } finally {
    tar.destroy();
    await fed;
  }
}

/** An entry that fails with what lies behind its failure. */
const watched = (entry: Entry, told: (error: unknown) => unknown): Entry => ({
  header: entry.header,
  async *[Symbol.asyncIterator]() {
    try {
      yield* entry;
    } catch (error) {
      throw told(error);
    }
  },
});

/** The library's own words about what it was given. */
const isOfTar = (error: unknown): boolean =>
  error instanceof Error &&
  /tar header|Stream was destroyed|Unexpected end of data|Invalid header|Header exceeds|Invalid encoding|Invalid pax/.test(
    error.message,
  );

/** The whole body of an entry that may not be larger than `most` bytes. */
export async function bodyOf(entry: Entry, most: number): Promise<Buffer> {
  if (entry.header.size > most) throw damaged(`${entry.header.name} é grande demais`);
  const parts: Uint8Array[] = [];
  for await (const part of entry) parts.push(part);
  const body = Buffer.concat(parts);
  if (body.byteLength !== entry.header.size) throw damaged(`${entry.header.name} está incompleta`);
  return body;
}
