import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { MAX_CHUNKS, MAX_FRAGMENTS, MAX_PACKET_BYTES, TCP_LINGER_MS } from '../bounds.ts';
import type { ClientConnection } from './client-connection.ts';

/** A WebSocket, with the TCP connection that it uses. */
export interface UpgradedConnection {
  readonly websocket: WebSocket;
  readonly tcpConnection: Duplex;
}

const webSocketLimits = {
  maxPayload: MAX_PACKET_BYTES,
  maxFragments: MAX_FRAGMENTS,
  maxBufferedChunks: MAX_CHUNKS,
  closeTimeout: TCP_LINGER_MS,
  // `trackWebSocket` answers pings itself, except for a client that does not read.
  autoPong: false,
};

/**
 * Creates the WebSocket server for Engine.IO's option `wsEngine`, with limits on frames; `onOpened` is called with each
 * WebSocket before Engine.IO gets it.
 */
export function createLimitedWebSocketServer(
  onOpened: (request: IncomingMessage, upgradedConnection: UpgradedConnection) => void,
) {
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, ...webSocketLimits });
    }

    override handleUpgrade(
      request: IncomingMessage,
      tcpConnection: Duplex,
      head: Buffer,
      done: (websocket: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, tcpConnection, head, (websocket) => {
        onOpened(request, { websocket, tcpConnection });
        done(websocket, request);
      });
    }
  };
}

/** Counts all bytes that a WebSocket receives, including bytes that never become a packet. */
export function trackWebSocket(
  connection: ClientConnection,
  { websocket, tcpConnection }: UpgradedConnection,
): void {
  let isMessageComplete = false;
  let arrivingBytes = 0;
  connection.tcpConnections.add(tcpConnection);
  tcpConnection.on('close', () => connection.tcpConnections.delete(tcpConnection));
  websocket.on('message', () => {
    isMessageComplete = true;
  });
  websocket.on('ping', (data) => {
    connection.receivedPacket();
    if (websocket.bufferedAmount === 0) websocket.pong(data);
  });
  // Runs after the library has read the chunk; a chunk that was only partly used stays in memory as a whole.
  tcpConnection.on('data', (chunk: Buffer) => {
    connection.received(chunk.length);
    const bufferedBytes = isMessageComplete ? chunk.length : arrivingBytes + chunk.length;
    connection.memory.add(bufferedBytes - arrivingBytes);
    arrivingBytes = bufferedBytes;
    isMessageComplete = false;
  });
}
