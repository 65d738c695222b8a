import { PACKET_OVERHEAD_BYTES } from './bounds.ts';
import type { Peer } from './peer.ts';

interface Packet {
  readonly data?: unknown;
}

const sizeOf = ({ data }: Packet) =>
  PACKET_OVERHEAD_BYTES + (typeof data === 'string' ? data.length : 0);

/**
 * Counts what waits for a client that does not read. What goes straight to the system is not counted:
 * it is one packet, and often the same bytes for many.
 * @returns to be called once everything that was handed to the transport is with the system
 */
export function watchOutgoing({ conn, memory }: Peer): () => void {
  let waiting = 0;
  let leaving = 0;
  const sent = () => {
    memory.add(-leaving);
    leaving = 0;
  };
  conn.on('packetCreate', (packet: Packet) => {
    if (conn.transport.writable) return;
    waiting += sizeOf(packet);
    memory.add(sizeOf(packet));
  });
  conn.on('flush', () => {
    leaving += waiting;
    waiting = 0;
  });
  // The polling transport calls an answer sent when it was handed over; its requests say when it is.
  const follow = (transport: typeof conn.transport) => {
    if (transport.name === 'websocket') transport.on('drain', sent);
  };
  follow(conn.transport);
  conn.on('upgrade', (transport) => {
    sent();
    follow(transport);
  });
  return sent;
}
