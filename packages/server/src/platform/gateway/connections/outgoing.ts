import { PACKET_OVERHEAD_BYTES } from '../bounds.ts';
import type { ClientConnection } from './client-connection.ts';

interface OutgoingPacket {
  readonly data?: unknown;
}

const packetSizeOf = ({ data }: OutgoingPacket) =>
  PACKET_OVERHEAD_BYTES + (typeof data === 'string' ? data.length : 0);

/**
 * Counts the memory of packets queued for a client that does not read. A packet that the transport can write at once is
 * not counted: a connection has at most one such packet, and all receivers of a broadcast share the packet's bytes.
 * @returns a function to call once everything given to the transport was written
 */
export function trackOutgoingPackets({ conn, memory }: ClientConnection): () => void {
  let waitingBytes = 0;
  let leavingBytes = 0;
  const freeLeavingBytes = () => {
    memory.add(-leavingBytes);
    leavingBytes = 0;
  };
  conn.on('packetCreate', (packet: OutgoingPacket) => {
    if (conn.transport.writable) return;
    waitingBytes += packetSizeOf(packet);
    memory.add(packetSizeOf(packet));
  });
  conn.on('flush', () => {
    leavingBytes += waitingBytes;
    waitingBytes = 0;
  });
  // The polling transport emits `drain` too early; `trackPollAnswers` observes when the answer was written.
  if (conn.transport.name === 'websocket') conn.transport.on('drain', freeLeavingBytes);
  else
    conn.on('upgrade', (transport) => {
      freeLeavingBytes();
      transport.on('drain', freeLeavingBytes);
    });
  return freeLeavingBytes;
}
