import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { lineFacts } from './scene.ts';

export type { Logger } from 'pino';

const never = [
  'req.headers',
  'headers',
  '*.authorization',
  '*.refreshToken',
  '*.idToken',
  '*.email',
];

/** What the log keeps of a failure. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Causes that are told of one failure; what wraps deeper than this is a circle. */
const MAX_CAUSES = 5;

/** A database library ends its message with the values of the query, which people wrote. */
const withoutValues = (message: string) => message.split(/\n?params: /, 1)[0] ?? '';

/** The stack's places alone: its head repeats the message. */
const placesOf = ({ stack, message }: Error) =>
  stack
    ?.replace(message, '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');

/**
 * A failure without what a person sent: its kind, message, code and places, and the same of its
 * causes. A database's detail (`Key (email)=(…) already exists`) and the values of a query stay out.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { cause } = error;
  const code: unknown = Reflect.get(error, 'code');
  const stack = placesOf(error);
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack ? { stack } : {}),
    ...(cause instanceof Error && depth < MAX_CAUSES
      ? { cause: loggedError(cause, depth + 1) }
      : {}),
  };
}

/** The request, job or event that a line belongs to, unless its logger says so already. */
function sceneOfLine(_line: object, _level: number, log: Logger): object {
  const facts = lineFacts();
  if (!facts) return {};
  if (!('reqId' in log.bindings())) return facts;
  const { reqId: _said, ...rest } = facts;
  return rest;
}

function options(level: string): LoggerOptions {
  return {
    level,
    redact: { paths: never, censor: '[redacted]' },
    serializers: { err: loggedError },
    mixin: sceneOfLine,
  };
}

/** The program's log: JSON lines, or readable ones on a terminal; never tokens, bodies or addresses of people. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  if (destination) return pino(options(level), destination);
  const pretty = process.stdout.isTTY && process.env['NODE_ENV'] !== 'production';
  return pino({
    ...options(level),
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }
      : {}),
  });
}
