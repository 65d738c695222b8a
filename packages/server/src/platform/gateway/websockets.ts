import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { LINGER_MS, MAX_CHUNKS, MAX_FRAGMENTS, PACKET_BYTES } from './bounds.ts';
import type { Peer } from './peer.ts';

/** A WebSocket with the TCP connection that carries it. */
export interface Carried {
  readonly websocket: WebSocket;
  readonly carrier: Duplex;
}

const bounds = {
  maxPayload: PACKET_BYTES,
  maxFragments: MAX_FRAGMENTS,
  maxBufferedChunks: MAX_CHUNKS,
  closeTimeout: LINGER_MS,
  // Answered by `watchWebSocket`, which answers nobody who does not read.
  autoPong: false,
};

/**
 * The library's WebSockets with bounds of ours, as its option `wsEngine` takes them; `opened` is told
 * of each before the library is.
 */
export function boundedWebSockets(opened: (request: IncomingMessage, carried: Carried) => void) {
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, ...bounds });
    }

    override handleUpgrade(
      request: IncomingMessage,
      carrier: Duplex,
      head: Buffer,
      done: (websocket: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, carrier, head, (websocket) => {
        opened(request, { websocket, carrier });
        done(websocket, request);
      });
    }
  };
}

/** Counts what arrives by a WebSocket, also what does not become a packet. */
export function watchWebSocket(peer: Peer, { websocket, carrier }: Carried): void {
  let whole = false;
  let arriving = 0;
  peer.carriers.add(carrier);
  carrier.once('close', () => peer.carriers.delete(carrier));
  websocket.on('message', () => {
    whole = true;
  });
  websocket.on('ping', (data) => {
    peer.receivedPacket();
    if (websocket.bufferedAmount === 0) websocket.pong(data);
  });
  // After the library has read it. What it keeps of a piece keeps the whole piece in memory.
  carrier.on('data', (chunk: Buffer) => {
    peer.received(chunk.length);
    const held = whole ? chunk.length : arriving + chunk.length;
    peer.memory.add(held - arriving);
    arriving = held;
    whole = false;
  });
}
