import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import underPressure from '@fastify/under-pressure';
import type { Endpoint } from '@guilda/contract/endpoint';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from '../logging.ts';
import { err } from '../result.ts';
import { nobodyLooks, type Watchers } from '../scene.ts';
import { requirePace } from './pace.ts';
import { handleThrown, sendRefusal } from './refusal.ts';
import { useSecurityHeaders } from './security-headers.ts';
import { watchRequests } from './watch-requests.ts';

export interface HttpAppOptions {
  readonly log: Logger;
  readonly https: boolean;
  readonly trustedProxies: string | null;
  /** How late timers may be before requests are turned away, in ms; 2,000 unless told. */
  readonly overloadMs?: number | undefined;
  /** Who counts and traces requests; nobody unless told. */
  readonly watchers?: Watchers;
}

/** Bytes of a JSON body; every text the product takes fits many times. */
const JSON_BODY_BYTES = 256 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the application, as it was registered. */
    readonly routeTable: readonly RouteEntry[];
    /** Where WebSockets are opened, by the beginning of the path; elsewhere `Upgrade` is not heard. */
    readonly upgradePaths: string[];
  }
}

/** A route: its method, its pattern and, where it is of the API, its contract. */
export interface RouteEntry {
  readonly method: string;
  readonly url: string;
  readonly endpoint: Endpoint | undefined;
}

/** Keeps the list of routes, so that a test can hold it against what is expected of each. */
function keepRouteTable(app: FastifyInstance) {
  const table: RouteEntry[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) table.push({ method: one, url, endpoint: config?.endpoint });
  });
}

function quietRequestLog(app: FastifyInstance, log: Logger) {
  // The route's pattern instead of the address: addresses hold search texts and names.
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!log.isLevelEnabled('debug')) return;
    request.log.debug(
      {
        route: request.routeOptions.url,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

function readJsonLeniently(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  // Clients send the JSON content type with an empty body on DELETE and PUT.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}

/**
 * Whether a request is let become a WebSocket. Any other is answered as if it had not asked (RFC 9110,
 * 7.8): clients ask every server for HTTP/2, and who listens for upgrades would leave them unanswered.
 */
const isUpgrade =
  (paths: readonly string[]) =>
  ({ headers, url }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket' &&
    paths.some((path) => url?.startsWith(path) === true);

/** Beyond it people wait longer for an answer than they would for another try. */
const OVERLOAD_MS = 2_000;

const compression = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
} satisfies FastifyCompressOptions;

/** The bare HTTP application: headers, errors, limits of size; no route of the product yet. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const upgradePaths = ['/socket.io/'];
  const app: FastifyInstance = Fastify({
    http: { shouldUpgradeCallback: isUpgrade(upgradePaths) },
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_BODY_BYTES,
    trustProxy: options.trustedProxies ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => handleThrown(error, request, reply),
    // A body may take its time as long as it keeps coming: see `requirePace`.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.decorate('upgradePaths', upgradePaths);
  keepRouteTable(app);
  watchRequests(app, options.watchers ?? nobodyLooks);
  requirePace(app);
  app.setErrorHandler(handleThrown);
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, err('not_found')));
  app.setValidatorCompiler(() => () => true);
  readJsonLeniently(app);
  quietRequestLog(app, options.log);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  await useSecurityHeaders(app, { https: options.https });
  await app.register(compress, compression);
  await app.register(underPressure, {
    maxEventLoopDelay: options.overloadMs ?? OVERLOAD_MS,
    retryAfter: 2,
  });
  return app;
}
