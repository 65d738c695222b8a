import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_ANONYMOUS_BYTES, MAX_POLLING_BODY_BYTES, POLLING_BODY_TIMEOUT_MS } from '../bounds.ts';
import type { ClientConnection } from './peer.ts';

/** Tracks the TCP connection of a request until the request is answered, then calls `onEnd`. */
function trackRequest(
  peer: ClientConnection,
  { socket }: IncomingMessage,
  response: ServerResponse,
  onEnd: () => void,
) {
  peer.tcpConnections.add(socket);
  response.once('close', () => {
    peer.tcpConnections.delete(socket);
    onEnd();
  });
}

/**
 * Limits the size and duration of a polling request's body. The announced length counts from the start, so that a body
 * too large for the memory budget is not read at all.
 */
export function limitPollingBody(
  peer: ClientConnection,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const maxBytes = peer.signedIn ? MAX_POLLING_BODY_BYTES : MAX_ANONYMOUS_BYTES;
  const length = Number(request.headers['content-length'] ?? maxBytes);
  const cutTimer = setTimeout(() => peer.cut('slow'), POLLING_BODY_TIMEOUT_MS);
  trackRequest(peer, request, response, () => {
    clearTimeout(cutTimer);
    peer.memory.add(-length);
  });
  if (length > maxBytes) peer.cut('size');
  else if (length > MAX_ANONYMOUS_BYTES && !peer.memory.fits(length)) peer.cut('memory');
  peer.memory.add(length);
  let arrivedBytes = 0;
  request.on('data', (chunk: Buffer | string) => {
    const size = Buffer.byteLength(chunk);
    arrivedBytes += size;
    peer.received(size);
    if (arrivedBytes > maxBytes) peer.cut('size');
  });
}

/** Creates a function that tracks answers to a polling client; at most one answer may be unread at a time. */
export function trackPollAnswers(peer: ClientConnection, onSent: () => void) {
  // Most connections are WebSockets and never answer a poll.
  let openAnswers: Set<ServerResponse> | undefined;
  return (request: IncomingMessage, response: ServerResponse): void => {
    openAnswers ??= new Set();
    const hasUnread = [...openAnswers].some(
      (answer) => answer.writableEnded && !answer.writableFinished,
    );
    if (hasUnread) peer.cut('memory');
    openAnswers.add(response);
    trackRequest(peer, request, response, () => {
      openAnswers?.delete(response);
      onSent();
    });
  };
}
