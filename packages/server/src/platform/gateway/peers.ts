import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../http/client-address.ts';
import { addressKey } from '../limits/address.ts';
import { memoryLimit } from '../memory-limit.ts';
import { BYTES_PER_SOCKET, CONNECTION_BYTES, NODE_SHARE } from './bounds.ts';
import { watchIncoming } from './incoming.ts';
import { openMemoryBudget } from './memory-budget.ts';
import { watchOutgoing } from './outgoing.ts';
import { type EngineConnection, openPeer, type Peer } from './peer.ts';
import { openPlaces, type Places } from './places.ts';
import { followAnswers } from './polling.ts';
import { type EngineRequest, guardRequests, type KnownPeer } from './requests.ts';
import { type Carried, watchWebSocket } from './websockets.ts';
import type { GatewayDeps, Io } from './wire.ts';

/** Everybody who is connected to this node, and what they may use of it. */
export interface Peers {
  readonly places: Places;
  of(conn: EngineConnection): Peer;
  /** A WebSocket was opened, for a connection that is known or one that comes now. */
  opened(request: IncomingMessage, carried: Carried): void;
  /** Watches the connections of a server. */
  watch(io: Io): void;
}

/** What there is for all, which follows from the node's memory where it is not set. */
function openResources({ sockets, watchers }: GatewayDeps) {
  const memory = memoryLimit();
  const perNode = sockets.perNode ?? Math.floor(memory / BYTES_PER_SOCKET);
  const budget = openMemoryBudget({ each: CONNECTION_BYTES, all: memory * NODE_SHARE });
  watchers.meter.gauge('guilda_socket_memory_bytes', () => [{ labels: {}, value: budget.total }]);
  return { budget, places: openPlaces({ ...sockets, perNode }) };
}

/** Makes the peers of one node. */
export function createPeers(deps: GatewayDeps): Peers {
  const { meter } = deps.watchers;
  const { budget, places } = openResources(deps);
  const addressOf = clientAddress(deps.trustedProxies);
  const peers = new WeakMap<EngineConnection, Peer>();
  const known = new Map<string, KnownPeer>();
  const coming = new WeakMap<IncomingMessage, Carried>();

  const takeIn = (io: Io, conn: EngineConnection) => {
    const { request } = conn;
    // Private by its type alone; requests name it.
    const { id } = conn as unknown as { readonly id: string };
    const peer = openPeer(conn, addressKey(addressOf(request)), { io, meter, budget });
    const carried = coming.get(request);
    // It is kept as long as the connection is.
    request.headers = {};
    peers.set(conn, peer);
    known.set(id, { peer, answer: followAnswers(peer, watchOutgoing(peer)) });
    watchIncoming(peer);
    if (carried) watchWebSocket(peer, carried);
    conn.once('close', () => {
      known.delete(id);
      places.leave(peer);
    });
    places.enter(peer);
  };
  return {
    places,
    of: (conn) => peers.get(conn) as Peer,
    opened: (request, carried) => {
      const { sid } = (request as EngineRequest)._query;
      const peer = sid === undefined ? undefined : known.get(sid)?.peer;
      if (peer) watchWebSocket(peer, carried);
      else coming.set(request, carried);
    },
    watch: (io) => {
      io.engine.use(guardRequests((sid) => known.get(sid)));
      io.engine.on('connection', (conn: EngineConnection) => takeIn(io, conn));
    },
  };
}
