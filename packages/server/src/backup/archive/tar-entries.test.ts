import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { BackupError } from '../errors.ts';
import { readEntryBody, readTarEntries, streamEntry, writeEntry } from './tar-entries.ts';
import { waitForDrain } from './wait-for-drain.ts';

/** A tar with one entry whose source fails afterwards, like a truncated encrypted file. */
async function* createTruncatedTar(onEnd: () => void): AsyncGenerator<Uint8Array> {
  const tar = pack();
  void writeEntry(tar, 'one', Buffer.from('whole'), new Date(0));
  let remainingBytes = 1_024;
  for await (const chunk of tar as AsyncIterable<Uint8Array>) {
    yield chunk;
    remainingBytes -= chunk.byteLength;
    if (remainingBytes <= 0) break;
  }
  onEnd();
  throw new BackupError('cut');
}

/** Waits until a stream has emitted all of its events. */
async function waitForStreamEvents() {
  for (let turns = 0; turns < 10; turns += 1) await nextTurn();
}

test('a source that fails between two entries ends the reading with its error', async () => {
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  const entries = readTarEntries(createTruncatedTar(resolve));
  const firstEntry = await entries.next();
  if (firstEntry.done) throw new Error('no entry');
  expect((await readEntryBody(firstEntry.value, 1_000)).toString()).toBe('whole');
  // Waits until the source has failed, before the next entry is requested.
  await failed;
  await waitForStreamEvents();
  await expect(entries.next()).rejects.toThrow('cut');
});

test('an entry ends when the reading of its archive is abandoned', async () => {
  const tar = pack();
  async function* body() {
    tar.destroy();
    await waitForStreamEvents();
    yield Buffer.from('late');
  }
  await expect(
    streamEntry(tar, { name: 'one', size: 4, mtime: new Date(0) }, body()),
  ).rejects.toThrow();
});

test('a writer does not wait for space in a stream that has ended', async () => {
  const destroyedStream = new Writable();
  destroyedStream.destroy();
  await waitForStreamEvents();
  await expect(waitForDrain(destroyedStream)).resolves.toBeUndefined();
});
