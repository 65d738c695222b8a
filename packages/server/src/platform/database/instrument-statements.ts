import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { Span } from '../../ports/tracer.ts';
import { currentSpan, type Telemetry } from '../telemetry/request-context.ts';
import { isDatabaseUnavailable, isRetryable } from './unavailable.ts';

const MAX_SHAPE_LENGTH = 200;
/** Maximum number of cached statement shapes; the program has some hundred statements. */
const MAX_CACHED_SHAPES = 2_000;
const shapeCache = new Map<string, string>();

/** The shape of a statement: its text as one short line in which literals are replaced by `?`. */
export function statementShapeOf(text: string): string {
  const cachedShape = shapeCache.get(text);
  if (cachedShape !== undefined) return cachedShape;
  const shape = text
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SHAPE_LENGTH);
  if (shapeCache.size < MAX_CACHED_SHAPES) shapeCache.set(text, shape);
  return shape;
}

function errorKindOf(error: unknown): string {
  if (isRetryable(error)) return 'conflict';
  if (isDatabaseUnavailable(error)) return 'unavailable';
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && code.startsWith('23') ? 'constraint' : 'error';
}

interface Statement {
  readonly name?: string;
  readonly text?: string;
}

function beginStatementSpan({ tracer }: Telemetry, query: unknown): Span | null {
  const parent = currentSpan();
  if (!parent) return null;
  const { name, text = '' } = (typeof query === 'string' ? { text: query } : query) as Statement;
  const shape = statementShapeOf(text);
  return tracer.begin({
    name: name ?? (shape.split(' ', 1)[0] || 'statement').toUpperCase(),
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': shape },
    parent,
  });
}

type QueryFunction = (...args: unknown[]) => unknown;
type QueryCallback = (error: Error | null, ...rest: unknown[]) => void;

/** Instruments the queries of one connection. */
function instrumentConnection(client: pg.PoolClient, telemetry: Telemetry): void {
  const originalQuery = client.query.bind(client) as QueryFunction;
  const instrumentedQuery: QueryFunction = (...args) => {
    const span = beginStatementSpan(telemetry, args[0]);
    const endSpan = (error?: unknown) => {
      if (error)
        telemetry.meter.count('guilda_database_failures_total', { kind: errorKindOf(error) });
      span?.end({ failed: Boolean(error) });
    };
    const lastArgument = args.at(-1);
    if (typeof lastArgument === 'function') {
      const wrappedCallback: QueryCallback = (error, ...rest) => {
        endSpan(error);
        (lastArgument as QueryCallback)(error, ...rest);
      };
      return originalQuery(...args.slice(0, -1), wrappedCallback);
    }
    const answer = originalQuery(...args);
    if (answer instanceof Promise) answer.then(() => endSpan(), endSpan);
    // A query without a promise is a stream, whose end is not observed here: its span ends at once.
    else span?.end();
    return answer;
  };
  client.query = instrumentedQuery as typeof client.query;
}

/** Counts failed statements and traces all statements that run in a traced context. */
export function instrumentStatements(pool: pg.Pool, telemetry: Telemetry): void {
  pool.on('connect', (client) => instrumentConnection(client, telemetry));
  // A waiting caller is resumed by the code that releases a connection: restore the caller's async context.
  const originalConnect = pool.connect.bind(pool) as QueryFunction;
  const connect: QueryFunction = (callback) =>
    typeof callback === 'function'
      ? originalConnect(AsyncResource.bind(callback as QueryCallback))
      : originalConnect();
  pool.connect = connect as typeof pool.connect;
}

/** Registers the gauge of the connections to the primary; a gauge has one source, so it must be called for one pool only. */
export function countConnections(pool: pg.Pool, telemetry: Telemetry): void {
  telemetry.meter.gauge('guilda_database_connections', () => [
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ]);
}
