import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import underPressure from '@fastify/under-pressure';
import type { Endpoint } from '@guilda/contract/endpoint';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { err } from '../result.ts';
import type { Logger } from '../telemetry/logging.ts';
import { noTelemetry, type Telemetry } from '../telemetry/request-context.ts';
import { enforceBodyRate } from './body-rate.ts';
import { instrumentRequests } from './instrument-requests.ts';
import { usePreparedAnswers } from './prepared-answers.ts';
import { handleThrown, sendRefusal } from './refusal.ts';
import { useAnswerHeaders } from './security-headers.ts';

export interface HttpAppOptions {
  readonly log: Logger;
  /** Whether browsers reach the program by https, so that answers tell them to use nothing else. */
  readonly https: boolean;
  /** Proxies whose `X-Forwarded-For` header is trusted; null for none. */
  readonly trustedProxies: string | null;
  /** Event loop delay in ms above which requests are refused with 503; 2,000 by default. */
  readonly overloadMs?: number | undefined;
  /** Time in ms after which a connection without a byte in either direction is closed; 15 minutes by default. */
  readonly idleConnectionMs?: number | undefined;
  /** Telemetry that counts and traces requests; none by default. */
  readonly telemetry?: Telemetry;
}

/** Maximum size of a JSON body in bytes; the longest texts of people need a fraction of this. */
const JSON_BODY_BYTES = 256 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes that were registered. */
    readonly routeTable: readonly RouteEntry[];
    /** Path prefixes that accept WebSockets; elsewhere `Upgrade` is ignored. */
    readonly upgradePaths: string[];
  }
}

/** A route: its method, its pattern and, for an API endpoint, its contract. */
export interface RouteEntry {
  readonly method: string;
  readonly url: string;
  readonly endpoint: Endpoint | undefined;
}

/** Records all routes for `routeTable`, so that tests can compare them with the expected ones. */
function recordRoutes(app: FastifyInstance) {
  const routeTable: RouteEntry[] = [];
  app.decorate('routeTable', routeTable);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const eachMethod of [method].flat())
      routeTable.push({ method: eachMethod, url, endpoint: config?.endpoint });
  });
}

function logRequests(app: FastifyInstance, log: Logger) {
  // Logs the route's pattern instead of the URL, because URLs contain search texts and names.
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
      'request answered',
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
 * Whether a request may become a WebSocket. Any other `Upgrade` is ignored (RFC 9110, 7.8): some clients offer
 * HTTP/2 to every server, and Node leaves upgrade requests unanswered when there is an `upgrade` listener.
 */
const createUpgradeCheck =
  (paths: readonly string[]) =>
  ({ headers, url }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket' &&
    paths.some((path) => url?.startsWith(path) === true);

/** Event loop delay in ms above which requests are refused: a retry is then faster than waiting for an answer. */
const OVERLOAD_DELAY_MS = 2_000;
/** Enough for an answer that takes time to make, and for a download that is paused for a while. */
const IDLE_CONNECTION_MS = 15 * 60_000;
/** Minimum interval in ms over which the event loop delay is averaged. */
const OVERLOAD_SAMPLE_MS = 1_000;

/** Creates the error of an overloaded process; answered as 503 `unavailable` with `Retry-After`. */
const createOverloadError = () =>
  Object.assign(new Error('event loop too late'), { statusCode: 503 });

/**
 * Refuses requests with 503 while the event loop is late. The sample interval is at least as long as the limit: the
 * under-pressure library treats an interval without a measurement as an endless delay, so that a shorter interval would
 * refuse requests after a stall within the limit. Delays during the program's own start refuse no requests.
 */
async function refuseOverload(app: FastifyInstance, maxEventLoopDelay: number): Promise<void> {
  const sampleInterval = Math.max(OVERLOAD_SAMPLE_MS, maxEventLoopDelay);
  let delaysCountFrom = Number.POSITIVE_INFINITY;
  app.addHook('onReady', async () => {
    delaysCountFrom = performance.now() + sampleInterval;
  });
  const pressureHandler = async () => {
    if (performance.now() >= delaysCountFrom) throw createOverloadError();
  };
  await app.register(underPressure, { maxEventLoopDelay, sampleInterval, pressureHandler });
}

const compressionOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
} satisfies FastifyCompressOptions;

/** Creates the HTTP application with headers, error handling and size limits, but without routes. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const upgradePaths = ['/socket.io/'];
  const app: FastifyInstance = Fastify({
    http: { shouldUpgradeCallback: createUpgradeCheck(upgradePaths) },
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_BODY_BYTES,
    trustProxy: options.trustedProxies ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => handleThrown(error, request, reply),
    // Slow uploads are allowed; `enforceBodyRate` limits the rate instead of the duration.
    requestTimeout: 0,
    // A client that stops reading an answer would otherwise keep its file and its memory for ever.
    connectionTimeout: options.idleConnectionMs ?? IDLE_CONNECTION_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.decorate('upgradePaths', upgradePaths);
  recordRoutes(app);
  const telemetry = options.telemetry ?? noTelemetry;
  instrumentRequests(app, telemetry);
  usePreparedAnswers(app, telemetry, options.log);
  enforceBodyRate(app);
  app.setErrorHandler(handleThrown);
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, err('not_found')));
  app.setValidatorCompiler(() => () => true);
  readJsonLeniently(app);
  logRequests(app, options.log);
  useAnswerHeaders(app, { https: options.https });
  await app.register(compress, compressionOptions);
  await refuseOverload(app, options.overloadMs ?? OVERLOAD_DELAY_MS);
  return app;
}
