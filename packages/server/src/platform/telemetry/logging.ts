import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { logFields } from './request-context.ts';

export type { Logger } from 'pino';

const redactedPaths = [
  'req.headers',
  'headers',
  '*.authorization',
  '*.refreshToken',
  '*.idToken',
  '*.email',
];

/** A failure as it is logged. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Depth of causes that are logged; a deeper chain is circular. */
const MAX_CAUSES = 5;

/** Drizzle appends the query's values to its message; they hold what people wrote. */
const removeQueryValues = (message: string) => message.split(/\n?params: /, 1)[0] ?? '';

/** The stack's frames without its head, which repeats the message. */
const stackFramesOf = ({ stack, message }: Error) =>
  stack
    ?.replace(message, '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');

/**
 * Serializes an error without personal data: type, message, code and stack frames, and the same for its
 * causes. PostgreSQL's `detail` (`Key (email)=(…) already exists`) and query values are left out.
 */
function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { cause } = error;
  const code: unknown = Reflect.get(error, 'code');
  const stack = stackFramesOf(error);
  return {
    type: error.constructor.name,
    message: removeQueryValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack ? { stack } : {}),
    ...(cause instanceof Error && depth < MAX_CAUSES
      ? { cause: toLoggedError(cause, depth + 1) }
      : {}),
  };
}

/** Adds the fields of the request context, without `reqId` when the logger is bound to it already. */
function contextFieldsForLine(_line: object, _level: number, log: Logger): object {
  const fields = logFields();
  if (!fields) return {};
  if (!('reqId' in log.bindings())) return fields;
  const { reqId: _bound, ...rest } = fields;
  return rest;
}

function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: toLoggedError },
    mixin: contextFieldsForLine,
  };
}

/**
 * The program's logger: JSON lines, or readable ones on a terminal. Tokens, request bodies and e-mail addresses
 * are never logged.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  if (destination) return pino(loggerOptions(level), destination);
  const pretty = process.stdout.isTTY && process.env['NODE_ENV'] !== 'production';
  return pino({
    ...loggerOptions(level),
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }
      : {}),
  });
}
