import type { IncomingMessage } from 'node:http';
import { handshake } from '@guilda/contract/socket';
import { clientAddress } from '../http/client-address.ts';
import { addressKey } from '../limits/address.ts';
import { originAllowed } from './origin.ts';
import type { Peers } from './peers.ts';
import { type GatewayDeps, refusal, type Wire } from './wire.ts';

/**
 * Whether a request may open a connection at all: from an origin of ours, and not too often from one
 * address. Who it is comes later.
 */
export function knock(deps: GatewayDeps): (request: IncomingMessage) => Promise<boolean> {
  const addressOf = clientAddress(deps.trustedProxies);
  return async (request) => {
    if (!originAllowed(request, deps.publicUrl)) return false;
    return (await deps.limiter.take('handshakes', addressKey(addressOf(request)))).ok;
  };
}

const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 200 ? value : null;

async function identify(socket: Wire, deps: GatewayDeps, peers: Peers): Promise<Error | undefined> {
  const auth: Record<string, unknown> = socket.handshake.auth;
  const told = { pid: textOr(auth['pid']), offset: textOr(auth['offset']) };
  if (auth['token'] === undefined || auth['token'] === null) return refusal('token_missing');
  const shaken = handshake.safeParse(auth);
  if (!shaken.success) return refusal('token_invalid');
  const person = await deps.authenticate(shaken.data.token);
  if (!person.ok) return refusal(person.code);
  // Gone meanwhile, it would keep a place for ever: it leaves only once.
  if (socket.conn.readyState !== 'open') return refusal('unavailable');
  const peer = peers.of(socket.conn);
  const noPlace = peers.places.signIn(peer, person.value.uid, told.pid);
  if (noPlace) return refusal(noPlace);
  const pid = await deps.nameConnection(person.value, told);
  peers.places.name(peer, pid);
  Object.assign(socket.data, { actor: person.value, told, pid });
  // The library's own field for it, which clients of every version say again when they return.
  Object.assign(socket, { pid });
  return undefined;
}

/** Who connects; what is wrong with it becomes the client's `connect_error`. */
export function admission(
  deps: GatewayDeps,
  peers: Peers,
): (socket: Wire) => Promise<Error | undefined> {
  const asking = new WeakSet<object>();
  return async (socket) => {
    const { conn, handshake: kept } = socket;
    // One connection asks once at a time, so that asking is not a way to keep the database busy.
    if (asking.has(conn)) return refusal('malformed_request');
    asking.add(conn);
    try {
      return await identify(socket, deps, peers);
    } catch (error) {
      deps.log.warn({ err: error }, 'a socket could not be admitted');
      // Cut off, a client tries again by itself; refused, it would not.
      conn.close();
      return refusal('unavailable');
    } finally {
      asking.delete(conn);
      // What else the client said of itself would be kept as long as the socket is.
      kept.auth = {};
    }
  };
}
