import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { Span } from '../../ports/tracer.ts';
import { currentSpan, type Watchers } from '../scene.ts';
import { isDatabaseUnavailable, isRetryable } from './unavailable.ts';

const LONGEST = 200;
/** Shapes kept; a program has some hundred statements. */
const MOST_SHAPES = 2_000;
const shapes = new Map<string, string>();

/** A statement in one short line with nothing of its values: literals become `?`. */
export function shapeOf(text: string): string {
  const known = shapes.get(text);
  if (known !== undefined) return known;
  const shape = text
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
  if (shapes.size < MOST_SHAPES) shapes.set(text, shape);
  return shape;
}

function kindOf(error: unknown): string {
  if (isRetryable(error)) return 'conflict';
  if (isDatabaseUnavailable(error)) return 'unavailable';
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && code.startsWith('23') ? 'constraint' : 'error';
}

interface Statement {
  readonly name?: string;
  readonly text?: string;
}

function begin({ tracer }: Watchers, asked: unknown): Span | null {
  const parent = currentSpan();
  if (!parent) return null;
  const { name, text = '' } = (typeof asked === 'string' ? { text: asked } : asked) as Statement;
  const shape = shapeOf(text);
  return tracer.begin({
    name: name ?? (shape.split(' ', 1)[0] || 'statement').toUpperCase(),
    kind: 'client',
    facts: { 'db.system.name': 'postgresql', 'db.query.text': shape },
    parent,
  });
}

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error | null, ...rest: unknown[]) => void;

/** Watches what one connection is asked. */
function watchConnection(client: pg.PoolClient, watchers: Watchers): void {
  const plain = client.query.bind(client) as Query;
  const watched: Query = (...args) => {
    const span = begin(watchers, args[0]);
    const end = (error?: unknown) => {
      if (error) watchers.meter.count('guilda_database_failures_total', { kind: kindOf(error) });
      span?.end({ failed: Boolean(error) });
    };
    const last = args.at(-1);
    if (typeof last === 'function') {
      const told: Callback = (error, ...rest) => {
        end(error);
        (last as Callback)(error, ...rest);
      };
      return plain(...args.slice(0, -1), told);
    }
    const answer = plain(...args);
    if (answer instanceof Promise) answer.then(() => end(), end);
    // A stream's end is its reader's own.
    else span?.end();
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Counts failures of statements, and traces those that belong to something traced. */
export function watchStatements(pool: pg.Pool, watchers: Watchers): void {
  pool.on('connect', (client) => watchConnection(client, watchers));
  // Whoever waited for a connection is called by whoever gave it back, as part of something else.
  const plain = pool.connect.bind(pool) as Query;
  const connect: Query = (callback) =>
    typeof callback === 'function' ? plain(AsyncResource.bind(callback as Callback)) : plain();
  pool.connect = connect as typeof pool.connect;
  watchers.meter.gauge('guilda_database_connections', () => [
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ]);
}
