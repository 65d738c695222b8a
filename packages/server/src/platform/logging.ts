import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const never = [
  'req.headers',
  'headers',
  '*.authorization',
  '*.refreshToken',
  '*.idToken',
  '*.email',
];

/** The program's log: JSON lines, or readable ones on a terminal; never tokens, bodies or addresses of people. */
export function createLogger(level: string): Logger {
  const pretty = process.stdout.isTTY && process.env['NODE_ENV'] !== 'production';
  return pino({
    level,
    redact: { paths: never, censor: '[redacted]' },
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }
      : {}),
  });
}
