import type { IncomingMessage } from 'node:http';

export interface Lingering {
  /** Bytes still taken in before the connection is cut. */
  readonly bytes: number;
  /** Milliseconds after which it is cut in any case. */
  readonly ms: number;
  /** Milliseconds that the answer has to arrive once the bytes are used up. */
  readonly graceMs: number;
}

const usual: Lingering = { bytes: 32 * 1024 * 1024, ms: 10_000, graceMs: 1_000 };

/**
 * Throws away what is left of a request's body. Cutting the connection at once would reset it, and
 * the sender would never read the answer; taking in everything would serve whoever sends without
 * end. So some more is taken in, then nothing more is read for a moment, then the connection ends.
 */
export function discardRest(request: IncomingMessage, { bytes, ms, graceMs } = usual): void {
  if (request.readableEnded || request.destroyed) return;
  const cut = (): void => {
    request.destroy();
  };
  let left = bytes;
  let timer = setTimeout(cut, ms);
  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0 || request.isPaused()) return;
    request.pause();
    clearTimeout(timer);
    timer = setTimeout(cut, graceMs);
  });
  request.resume();
}
