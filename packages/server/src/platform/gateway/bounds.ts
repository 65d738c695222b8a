const KIB = 1024;

/** How many connections may be open at once on this node; docs/product/limits.md. */
export interface SocketCaps {
  /** Signed-in connections of one account. */
  readonly perAccount: number;
  /** Connections of one address on which nobody has signed in. */
  readonly perAddress: number;
  /** Signed-in connections of this node. */
  readonly perNode: number;
}

/** Bytes that a connection may send before a person has signed in on it, without frame headers. */
export const MAX_ANONYMOUS_BYTES = 16 * KIB;
/** Largest packet of a signed-in connection. */
export const MAX_PACKET_BYTES = 64 * KIB;
/** Largest body of one polling request, which may carry several packets. */
export const MAX_POLLING_BODY_BYTES = 256 * KIB;
/** Allowance for frame and request headers on a connection without a person. */
export const FRAMING_BYTES = KIB;

/** Fragments and buffered chunks of one packet: each costs some hundred bytes, however short it is. */
export const MAX_FRAGMENTS = 64;
export const MAX_CHUNKS = 128;

/** Longest transport URL with its query; ours take about 100 characters. */
export const MAX_URL_LENGTH = 1_024;
/** Headers that are read of any request; browsers send about 20. */
export const MAX_HEADERS = 100;

/** Memory that one connection may use: partly received packets, running events and unread answers. */
export const MAX_CONNECTION_BYTES = 1_024 * KIB;
/** The same for all connections together, as a fraction of the process's memory limit. */
export const NODE_MEMORY_SHARE = 1 / 64;
/** Memory reckoned for each signed-in socket when `SOCKETS_PER_NODE` is not set. */
export const BYTES_PER_SOCKET = 256 * KIB;
/** Connections without a person, as a fraction of the sockets that a node accepts. */
export const ANONYMOUS_SOCKET_SHARE = 1 / 4;

/** Memory reckoned for a queued packet and for a running event besides their text. */
export const PACKET_OVERHEAD_BYTES = 256;
export const EVENT_OVERHEAD_BYTES = KIB;

/** Time for the whole body of a polling request, in ms. */
export const POLLING_BODY_TIMEOUT_MS = 20_000;
/** How long a TCP connection may outlive the Engine.IO connection that it served, in ms. */
export const TCP_LINGER_MS = 5_000;
