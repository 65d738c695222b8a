const KIB = 1024;

/** Maximum numbers of connections that may be open at once on this node; docs/product/limits.md. */
export interface SocketCaps {
  /** Maximum number of signed-in connections of one account. */
  readonly perAccount: number;
  /** Maximum number of connections of one address on which nobody has signed in. */
  readonly perAddress: number;
  /** Maximum number of signed-in connections of this node. */
  readonly perNode: number;
}

/** Maximum number of bytes (without frame headers) that a connection may send before a person has signed in on it. */
export const MAX_ANONYMOUS_BYTES = 16 * KIB;
/** Maximum size in bytes of a packet on a signed-in connection. */
export const MAX_PACKET_BYTES = 64 * KIB;
/** Maximum size in bytes of the body of one polling request, which may contain several packets. */
export const MAX_POLLING_BODY_BYTES = 256 * KIB;
/** Extra bytes for frame and request headers on a connection on which nobody has signed in. */
export const FRAMING_BYTES = KIB;

/** Maximum number of fragments of one packet: each costs some hundred bytes of memory, however short it is. */
export const MAX_FRAGMENTS = 64;
/** Maximum number of buffered chunks of one packet: each costs some hundred bytes of memory, however short it is. */
export const MAX_CHUNKS = 128;

/** Maximum length of a transport URL with its query, in characters; URLs of Guilda's client have about 100. */
export const MAX_URL_LENGTH = 1_024;
/** Maximum number of headers that are read of any request; browsers send about 20. */
export const MAX_HEADERS = 100;

/** Memory in bytes that one connection may use for partly received packets, running events and unread answers. */
export const MAX_CONNECTION_BYTES = 1_024 * KIB;
/** Memory that all connections together may use, as a fraction of the process's memory limit. */
export const NODE_MEMORY_SHARE = 1 / 64;
/** Bytes assumed for each signed-in socket, to compute the number of sockets when `SOCKETS_PER_NODE` is not set. */
export const BYTES_PER_SOCKET = 256 * KIB;
/** Connections on which nobody has signed in, as a fraction of the sockets that a node accepts. */
export const ANONYMOUS_SOCKET_SHARE = 1 / 4;

/** Memory in bytes assumed for a queued packet in addition to its text. */
export const PACKET_OVERHEAD_BYTES = 256;
/** Memory in bytes assumed for a running event in addition to its text. */
export const EVENT_OVERHEAD_BYTES = KIB;

/** Maximum duration of the body of a polling request, in ms. */
export const POLLING_BODY_TIMEOUT_MS = 20_000;
/** Time in ms that a TCP connection may stay open after its Engine.IO connection has closed. */
export const TCP_LINGER_MS = 5_000;
