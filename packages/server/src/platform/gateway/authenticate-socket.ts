import type { IncomingMessage } from 'node:http';
import { handshake } from '@guilda/contract/socket';
import { clientAddress } from '../http/client-address.ts';
import { addressKey } from '../limits/address.ts';
import type { ClientConnections } from './connections/client-connections.ts';
import { type ClientSocket, createConnectError, type GatewayDeps } from './socket-types.ts';

function hostOfOrigin(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * Whether a handshake's `Origin` is allowed: the requested host or `PUBLIC_URL`, or no `Origin` at all, because
 * programs other than browsers send none. Needed because CORS does not apply to WebSockets.
 */
function isOriginAllowed(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const originHost = hostOfOrigin(origin);
  return originHost !== null && (originHost === host || originHost === hostOfOrigin(publicUrl));
}

/**
 * Creates the check of handshake requests: a request may open a connection if it comes from an allowed origin and its
 * IP address has a handshake left in the rate limit. The token is checked later, by {@link authenticateSocket}.
 */
export function createAllowRequest(
  deps: GatewayDeps,
): (request: IncomingMessage) => Promise<boolean> {
  const addressOf = clientAddress(deps.trustedProxies);
  return async (request) => {
    if (!isOriginAllowed(request, deps.publicUrl)) return false;
    return (await deps.limiter.take('handshakes', addressKey(addressOf(request)))).ok;
  };
}

const shortTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 200 ? value : null;

async function authenticate(
  socket: ClientSocket,
  deps: GatewayDeps,
  clientConnections: ClientConnections,
): Promise<Error | undefined> {
  const auth: Record<string, unknown> = socket.handshake.auth;
  const resume = { pid: shortTextOrNull(auth['pid']), offset: shortTextOrNull(auth['offset']) };
  if (auth['token'] === undefined || auth['token'] === null)
    return createConnectError('token_missing');
  const parsed = handshake.safeParse(auth);
  if (!parsed.success) return createConnectError('token_invalid');
  const person = await deps.authenticate(parsed.data.token);
  if (!person.ok) return createConnectError(person.code);
  // A connection that closed during the authentication emits no further close event, so it would be counted for ever.
  if (socket.conn.readyState !== 'open') return createConnectError('unavailable');
  const clientConnection = clientConnections.of(socket.conn);
  const slotRefusal = clientConnections.slots.signIn(
    clientConnection,
    person.value.uid,
    resume.pid,
  );
  if (slotRefusal) return createConnectError(slotRefusal);
  const pid = await deps.createConnectionId(person.value, resume);
  clientConnections.slots.setId(clientConnection, pid);
  Object.assign(socket.data, { actor: person.value, resume, pid });
  // `pid` is Socket.IO's own field: clients of every version send it again when they reconnect.
  Object.assign(socket, { pid });
  return undefined;
}

/** Socket.IO middleware that authenticates a socket; the returned error becomes the client's `connect_error`. */
export function authenticateSocket(
  deps: GatewayDeps,
  clientConnections: ClientConnections,
): (socket: ClientSocket) => Promise<Error | undefined> {
  const pendingConnections = new WeakSet<object>();
  return async (socket) => {
    const { conn, handshake: request } = socket;
    // Only one authentication at a time per connection, so that repeated attempts cannot overload the database.
    if (pendingConnections.has(conn)) return createConnectError('malformed_request');
    pendingConnections.add(conn);
    try {
      return await authenticate(socket, deps, clientConnections);
    } catch (error) {
      deps.log.warn({ err: error }, 'a socket could not be authenticated');
      // Clients reconnect by themselves after a closed connection, but not after a `connect_error`.
      conn.close();
      return createConnectError('unavailable');
    } finally {
      pendingConnections.delete(conn);
      // Frees the handshake's data, which would otherwise stay in memory as long as the socket.
      request.auth = {};
    }
  };
}
