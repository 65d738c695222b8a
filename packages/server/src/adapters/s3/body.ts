import { Readable } from 'node:stream';
import { type BucketConnection, storageError, toStorageError } from './bucket-connection.ts';

/**
 * Wraps the body of a download: the stream fails with `StorageUnavailableError` when the store disconnects or stalls
 * while the body is read. A slow reader may take any time. Destroying the stream frees the connection.
 */
export function withStallTimeout(body: Readable, { timers, timeouts }: BucketConnection): Readable {
  let stopTimer = (): void => undefined;
  let hasEnded = false;
  const restartTimer = () => {
    stopTimer();
    stopTimer = timers.after(timeouts.body, () => {
      stream.destroy(storageError('the store stopped in a file'));
    });
  };
  const stream = new Readable({
    read: () => {
      if (hasEnded) return;
      restartTimer();
      body.resume();
    },
    destroy: (error, done) => {
      stopTimer();
      body.destroy();
      done(error);
    },
  });
  const fail = (error: unknown) => stream.destroy(toStorageError(error));
  body.pause();
  body.on('data', (chunk: Buffer) => {
    stopTimer();
    if (stream.push(chunk)) restartTimer();
    else body.pause();
  });
  body.once('end', () => {
    hasEnded = true;
    stopTimer();
    stream.push(null);
  });
  body.on('error', fail);
  body.once('close', () => {
    if (!hasEnded) fail(storageError('the store broke off'));
  });
  return stream;
}
