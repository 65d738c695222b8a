import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_MS, POLLING_BODY_BYTES, STRANGER_BYTES } from './bounds.ts';
import type { Peer } from './peer.ts';

/** Counts the carrier of a request among its peer's until it is answered; `done` is called then. */
function carry(
  peer: Peer,
  { socket }: IncomingMessage,
  response: ServerResponse,
  done: () => void,
) {
  peer.carriers.add(socket);
  response.once('close', () => {
    peer.carriers.delete(socket);
    done();
  });
}

/**
 * Bounds the body of a request that brings packets, in bytes and in time. It counts with its whole
 * length from the start: a large one that would not fit is not read at all.
 */
export function watchBody(peer: Peer, request: IncomingMessage, response: ServerResponse): void {
  const most = peer.signedIn ? POLLING_BODY_BYTES : STRANGER_BYTES;
  const length = Number(request.headers['content-length'] ?? most);
  const late = setTimeout(() => peer.cut('slow'), BODY_MS);
  carry(peer, request, response, () => {
    clearTimeout(late);
    peer.memory.add(-length);
  });
  if (length > most) peer.cut('size');
  else if (length > STRANGER_BYTES && !peer.memory.fits(length)) peer.cut('memory');
  peer.memory.add(length);
  let arrived = 0;
  request.on('data', (chunk: Buffer | string) => {
    const size = Buffer.byteLength(chunk);
    arrived += size;
    peer.received(size);
    if (arrived > most) peer.cut('size');
  });
}

/** Follows the answers of a polling client, of which one at a time may be unread. */
export function followAnswers(peer: Peer, sent: () => void) {
  const open = new Set<ServerResponse>();
  return (request: IncomingMessage, response: ServerResponse): void => {
    const unread = [...open].some((one) => one.writableEnded && !one.writableFinished);
    if (unread) peer.cut('memory');
    open.add(response);
    carry(peer, request, response, () => {
      open.delete(response);
      sent();
    });
  };
}
