import { MAX_UNREAD, openGate, packetAllowance, textAllowance } from './flood.ts';
import type { Io } from './wire.ts';

/** What the library has of one connection, with or without sockets on it. */
type Conn = Parameters<Parameters<Io['engine']['on']>[1]>[0];

/** Ends a connection: as the server's own decision where a client has sockets that would come back. */
function cut(io: Io, conn: Conn): void {
  for (const socket of io.sockets.sockets.values()) {
    if (socket.conn === conn) socket.disconnect(true);
  }
  conn.close();
}

/** Cuts off whoever stays without reading, so that what is kept for them does not grow for good. */
function cutDeaf(conn: Conn): void {
  let unread = 0;
  conn.on('flush', () => {
    unread = 0;
  });
  conn.on('packetCreate', () => {
    unread += 1;
    // Not in the middle of what is being sent to many. It may come back, and asks for what it missed.
    if (unread === MAX_UNREAD + 1) setImmediate(() => conn.close(true));
  });
}

/**
 * Cuts off whoever sends more than anything of ours does, of whatever kind, before or after being
 * admitted, or reads nothing. Counted before it is read, so that it costs little.
 */
export function cutFloods(io: Io): void {
  io.engine.on('connection', (conn: Conn) => {
    cutDeaf(conn);
    const now = () => performance.now();
    const packets = openGate(packetAllowance, now);
    const text = openGate(textAllowance, now);
    conn.on('packet', ({ data }: { data?: string | ArrayBufferView }) => {
      const size = typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
      if (!packets() || !text(size)) cut(io, conn);
    });
  });
}
