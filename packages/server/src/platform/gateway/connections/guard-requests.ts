import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MAX_HEADERS, MAX_URL_LENGTH } from '../bounds.ts';
import type { ClientConnection } from './client-connection.ts';
import { limitPollingBody } from './polling.ts';

/** Names of the headers that Engine.IO, the origin check and the client address need. */
const neededHeaders = [
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

/** HTTP methods of the polling transport; Engine.IO would answer any other with 500. */
const allowedMethods: readonly (string | undefined)[] = ['GET', 'POST'];

/** A request as Engine.IO passes it on, with its parsed query. */
export type EngineRequest = IncomingMessage & { readonly _query: Record<string, string> };

/**
 * Frees headers that are not needed: Engine.IO keeps the request that opened a connection as long as that connection.
 */
function dropHeaders(request: IncomingMessage): void {
  const { headers } = request;
  request.headers = Object.fromEntries(
    neededHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  request.rawHeaders = [];
}

const SOCKET_IO_PATH = '/socket.io/';

/**
 * Limits what Node parses of a request before any check can refuse it: the number of headers, and the length of a
 * transport URL. A longer URL is replaced by one that opens no connection.
 */
export function limitRequestParsing(server: Server): void {
  server.maxHeadersCount = MAX_HEADERS;
  const shortenUrl = (request: IncomingMessage) => {
    const { url = '' } = request;
    if (url.length > MAX_URL_LENGTH && url.startsWith(SOCKET_IO_PATH)) request.url = SOCKET_IO_PATH;
  };
  server.prependListener('request', shortenUrl);
  server.prependListener('upgrade', shortenUrl);
}

const isWebSocketRequest = ({ _query: query }: EngineRequest) => query['transport'] === 'websocket';

/**
 * Whether the URL and the `Upgrade` header name the same transport. Engine.IO only reads the header: a WebSocket at a
 * polling URL would be opened without being counted.
 */
const isTransportConsistent = (request: EngineRequest) =>
  isWebSocketRequest(request) === (request.headers.upgrade !== undefined);

/** An existing connection, found by a request's session id, and the function that tracks answers to its polls. */
export interface KnownConnection {
  readonly connection: ClientConnection;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Whether an existing connection may send this request now; if so, starts tracking the request. */
function acceptRequest(
  knownConnection: KnownConnection,
  request: EngineRequest,
  response: ServerResponse,
): boolean {
  const { connection } = knownConnection;
  if (isWebSocketRequest(request)) {
    const isFirstUpgrade = !connection.hasUpgraded && connection.conn.transport.name === 'polling';
    connection.hasUpgraded = true;
    return isFirstUpgrade;
  }
  if (request.method === 'POST') limitPollingBody(connection, request, response);
  else knownConnection.answer(request, response);
  return connection.conn.readyState === 'open' || connection.conn.readyState === 'closing';
}

/**
 * Creates middleware for every transport request, WebSocket upgrades included; `findConnection` looks a connection up
 * by its id. The middleware refuses the JSONP transport of old browsers.
 */
export function guardTransportRequests(
  findConnection: (sid: string) => KnownConnection | undefined,
) {
  return (incoming: IncomingMessage, response: ServerResponse, next: (e?: Error) => void): void => {
    const request = incoming as EngineRequest;
    dropHeaders(request);
    const { sid, j: script } = request._query;
    const isTransportRequest =
      script === undefined &&
      allowedMethods.includes(request.method) &&
      isTransportConsistent(request);
    const knownConnection = sid === undefined ? undefined : findConnection(sid);
    const isAccepted =
      isTransportRequest && (!knownConnection || acceptRequest(knownConnection, request, response));
    next(isAccepted ? undefined : new Error('not a request of ours'));
  };
}
