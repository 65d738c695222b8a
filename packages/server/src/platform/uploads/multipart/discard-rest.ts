import type { IncomingMessage } from 'node:http';

export interface DiscardLimits {
  /** Number of bytes that are still read before the connection is closed. */
  readonly bytes: number;
  /** Milliseconds after which the connection is closed in any case. */
  readonly ms: number;
  /** Milliseconds for the answer to reach the client once `bytes` were read. */
  readonly graceMs: number;
}

const defaultLimits: DiscardLimits = { bytes: 32 * 1024 * 1024, ms: 10_000, graceMs: 1_000 };

/**
 * Discards the rest of a request's body. Closing the connection at once would reset it before the client reads the
 * answer; reading everything would never end for clients that send endlessly. So a limited amount is read, then reading
 * pauses for a moment, then the connection is closed.
 */
export function discardRestOfBody(
  request: IncomingMessage,
  { bytes, ms, graceMs } = defaultLimits,
): void {
  if (request.readableEnded || request.destroyed) return;
  const closeSocket = (): void => {
    request.destroy();
  };
  let bytesLeft = bytes;
  let timer = setTimeout(closeSocket, ms);
  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft >= 0 || request.isPaused()) return;
    request.pause();
    clearTimeout(timer);
    timer = setTimeout(closeSocket, graceMs);
  });
  request.resume();
}
