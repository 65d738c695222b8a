import { MAX_ANONYMOUS_BYTES, MAX_PACKET_BYTES } from '../bounds.ts';
import type { ClientConnection } from './client-connection.ts';

/** A packet of the transport, before Socket.IO reads it. */
interface IncomingPacket {
  readonly type: string;
  readonly data?: unknown;
}

/** Whether a Socket.IO packet announces binary attachments: `BINARY_EVENT` and `BINARY_ACK` packets do. */
const hasAttachments = (text: string) => text.startsWith('5') || text.startsWith('6');

/** Largest packet that the connection may send now: a person who has signed in may send larger ones. */
const maxPacketBytes = ({ signedIn }: ClientConnection) =>
  signedIn ? MAX_PACKET_BYTES : MAX_ANONYMOUS_BYTES;

/**
 * Closes connections that send binary data (no event of the contract has any), too large packets or too many packets.
 * Runs before Socket.IO parses a packet, so that refusing is cheap and nothing stays in memory.
 */
export function limitIncomingPackets(connection: ClientConnection): void {
  connection.conn.on('packet', ({ type, data }: IncomingPacket) => {
    connection.receivedPacket();
    if (data === undefined) return;
    if (typeof data !== 'string') connection.cut('binary');
    else if (type === 'message' && hasAttachments(data)) connection.cut('binary');
    else if (Buffer.byteLength(data) > maxPacketBytes(connection)) connection.cut('size');
  });
}
