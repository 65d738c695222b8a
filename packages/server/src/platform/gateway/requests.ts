import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MAX_HEADERS, MAX_URL_LENGTH } from './bounds.ts';
import type { Peer } from './peer.ts';
import { watchBody } from './polling.ts';

/** What the library, the origin's check and the client's address need of a request's headers. */
const needed = [
  'connection',
  'content-length',
  'content-type',
  'host',
  'origin',
  'sec-websocket-key',
  'sec-websocket-version',
  'upgrade',
  'x-forwarded-for',
] as const;

/** Of polling; any other the library answers with 500. */
const methods: readonly (string | undefined)[] = ['GET', 'POST'];

/** A request as the library passes it on: its query is parsed. */
export type EngineRequest = IncomingMessage & { readonly _query: Record<string, string> };

/** Forgets what nobody needs: a request is kept as long as what it opened. */
function slim(request: IncomingMessage): void {
  const { headers } = request;
  request.headers = Object.fromEntries(
    needed.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  request.rawHeaders = [];
}

const PATH = '/socket.io/';

/**
 * Bounds what is made of a request before anything can refuse it: headers beyond a number are not
 * read, and of an address of the transports that is too long nothing is left that would open one.
 */
export function boundRequests(server: Server): void {
  server.maxHeadersCount = MAX_HEADERS;
  const shorten = (request: IncomingMessage) => {
    const { url = '' } = request;
    if (url.length > MAX_URL_LENGTH && url.startsWith(PATH)) request.url = PATH;
  };
  server.prependListener('request', shorten);
  server.prependListener('upgrade', shorten);
}

/** What the requests of a known connection go through. */
export interface KnownPeer {
  readonly peer: Peer;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Whether a known connection may ask this now; counts it. */
function admitted(known: KnownPeer, request: EngineRequest, response: ServerResponse): boolean {
  const { peer } = known;
  const opens = request._query['transport'] === 'websocket';
  // The library goes by the header alone, so that one without the other would be counted nowhere.
  if (opens !== (request.headers.upgrade !== undefined)) return false;
  if (opens) {
    const first = !peer.upgraded && peer.conn.transport.name === 'polling';
    peer.upgraded = true;
    return first;
  }
  if (request.method === 'POST') watchBody(peer, request, response);
  else known.answer(request, response);
  return peer.conn.readyState === 'open' || peer.conn.readyState === 'closing';
}

/**
 * What every request of the transports goes through first, those with a WebSocket included; `find`
 * looks a connection up by its id. Refuses the script transport of old browsers, which nobody uses.
 */
export function guardRequests(find: (sid: string) => KnownPeer | undefined) {
  return (incoming: IncomingMessage, response: ServerResponse, next: (e?: Error) => void): void => {
    const request = incoming as EngineRequest;
    slim(request);
    const { sid, j: script } = request._query;
    const ours = script === undefined && methods.includes(request.method);
    const known = sid === undefined ? undefined : find(sid);
    const good = ours && (!known || admitted(known, request, response));
    next(good ? undefined : new Error('not a request of ours'));
  };
}
