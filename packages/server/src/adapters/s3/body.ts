import { Readable } from 'node:stream';
import { failing, type Place, unavailable } from './place.ts';

/**
 * What the store sends, as a stream that fails with `StorageUnavailableError` where it breaks off or
 * stands still while it is read from. Who reads slowly waits as long as they like. Destroying it lets
 * go of the connection.
 */
export function bodyOf(body: Readable, { timers, patience }: Place): Readable {
  let stop = (): void => undefined;
  let over = false;
  const wait = () => {
    stop();
    stop = timers.after(patience.body, () => {
      stream.destroy(failing('the store stopped in a file'));
    });
  };
  const stream = new Readable({
    read: () => {
      if (over) return;
      wait();
      body.resume();
    },
    destroy: (error, done) => {
      stop();
      body.destroy();
      done(error);
    },
  });
  const fail = (error: unknown) => stream.destroy(unavailable(error));
  body.pause();
  body.on('data', (chunk: Buffer) => {
    stop();
    if (stream.push(chunk)) wait();
    else body.pause();
  });
  body.once('end', () => {
    over = true;
    stop();
    stream.push(null);
  });
  body.on('error', fail);
  body.once('close', () => {
    if (!over) fail(failing('the store broke off'));
  });
  return stream;
}
