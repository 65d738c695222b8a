import { PACKET_BYTES } from './bounds.ts';
import type { Peer } from './peer.ts';

/** A packet of the transport, before Socket.IO reads it. */
interface Packet {
  readonly type: string;
  readonly data?: unknown;
}

/** Socket.IO's packets with attachments (`BINARY_EVENT`, `BINARY_ACK`), which wait for them. */
const announcesBytes = (text: string) => text.startsWith('5') || text.startsWith('6');

/**
 * Cuts whoever sends bytes (no event of ours has any), packets that are too large or too many. This
 * comes before anything is parsed, so that it costs little and nothing of it is kept.
 */
export function watchIncoming(peer: Peer): void {
  peer.conn.on('packet', ({ type, data }: Packet) => {
    peer.receivedPacket();
    if (data === undefined) return;
    if (typeof data !== 'string') peer.cut('binary');
    else if (type === 'message' && announcesBytes(data)) peer.cut('binary');
    else if (Buffer.byteLength(data) > PACKET_BYTES) peer.cut('size');
  });
}
