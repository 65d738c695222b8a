const KIB = 1024;

/** How many connections may be open at once on this node. */
export interface SocketCaps {
  /** Of one account. */
  readonly perAccount: number;
  /** Of one address, as long as nobody has signed in on them. */
  readonly perAddress: number;
  /** With a person on them. */
  readonly perNode: number;
}

/** All that a connection may send before a person has signed in on it, frames' own headers besides. */
export const STRANGER_BYTES = 16 * KIB;
/** One packet of a signed-in connection. */
export const PACKET_BYTES = 64 * KIB;
/** The body of one request of the polling transport, which may carry several packets. */
export const POLLING_BODY_BYTES = 256 * KIB;
/** What frames and requests add to what they carry, on a connection that sends as little as a stranger. */
export const FRAMING_BYTES = KIB;

/** Pieces in which one packet may arrive: each costs some hundred bytes, however short it is. */
export const MAX_FRAGMENTS = 64;
export const MAX_CHUNKS = 128;

/** An address of the transport, with all its parameters; ours take about 100 characters. */
export const MAX_URL_LENGTH = 1_024;
/** Headers of any request that are read; browsers send about 20. */
export const MAX_HEADERS = 100;

/** What one connection may keep in memory in all: what has not arrived whole, is worked on, or is unread. */
export const CONNECTION_BYTES = 1_024 * KIB;
/** The same of all connections together, as a part of what the process may use. */
export const NODE_SHARE = 1 / 64;
/** Memory for each signed-in socket that a node takes, unless `SOCKETS_PER_NODE` says otherwise. */
export const BYTES_PER_SOCKET = 256 * KIB;
/** Connections without a person, as a part of the sockets that a node takes. */
export const STRANGERS_SHARE = 1 / 4;

/** What a packet or an event takes besides its own text. */
export const PACKET_OVERHEAD_BYTES = 256;
export const EVENT_OVERHEAD_BYTES = KIB;

/** All in milliseconds. */
export const BODY_MS = 20_000;
/** How long a TCP connection may outlive the connection of Socket.IO that it served. */
export const LINGER_MS = 5_000;
