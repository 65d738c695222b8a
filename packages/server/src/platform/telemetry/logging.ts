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

/** An error in the form in which it is logged. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Maximum depth of logged causes; a deeper chain is taken for a circular one. */
const MAX_CAUSES = 5;

/** Removes the query's values, which drizzle appends to its error messages: they contain text that people wrote. */
const removeQueryValues = (message: string) => message.split(/\n?params: /, 1)[0] ?? '';

/** The frames of a stack trace without its first lines, which repeat the message. */
const stackFramesOf = ({ stack, message }: Error) =>
  stack
    ?.replace(message, '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');

/**
 * Serializes an error without personal data: type, message, code and stack frames of the error and of its causes.
 * PostgreSQL's `detail` (`Key (email)=(…) already exists`) and query values are left out.
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

/** Adds the fields of the request context to a log line, without `reqId` when the logger has this field already. */
function contextFieldsForLine(_line: object, _level: number, log: Logger): object {
  const fields = logFields();
  if (!fields) return {};
  if (!('reqId' in log.bindings())) return fields;
  const { reqId: _bound, ...rest } = fields;
  return rest;
}

function createLoggerOptions(level: string): LoggerOptions {
  return {
    level,
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: toLoggedError },
    mixin: contextFieldsForLine,
  };
}

/**
 * Creates the program's logger: JSON lines, or readable lines on a terminal. Tokens, request bodies and e-mail
 * addresses are never logged.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  if (destination) return pino(createLoggerOptions(level), destination);
  const isReadable = process.stdout.isTTY && process.env['NODE_ENV'] !== 'production';
  return pino({
    ...createLoggerOptions(level),
    ...(isReadable
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }
      : {}),
  });
}
