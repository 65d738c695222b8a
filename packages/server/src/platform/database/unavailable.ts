/** Code, message and constraint of an error or of one of its causes. */
interface ErrorDetails {
  readonly code: string | undefined;
  readonly message: string;
  readonly constraint: string | undefined;
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * SQLSTATE codes of a lost connection: class 08, server shutdown (57P01 to 57P03), dropped database (57P04), idle
 * timeouts (57P05 and 25P03).
 */
const LOST_STATES = /^(08...|57P0[1-5]|25P03)$/;
/**
 * SQLSTATE codes of an overloaded server: statement or lock timeout, insufficient resources (class 53), I/O error,
 * read-only standby.
 */
const EXHAUSTED_STATES = /^(57014|55P03|53...|58030|25006)$/;
const RETRYABLE_STATES = /^(40001|40P01)$/;
/** Messages of the driver's connection errors that have no code. */
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|connection error and is not queryable|was closed and is not queryable|Cannot use a pool after calling end/;

/**
 * Whether an error was caused by the database and not by the request: database unreachable, shutting down, out of
 * connections or timed out. Such requests are answered with 503. A conflict that remains after all retries counts as
 * well, because only a later retry can succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return collectErrorDetails(error).some(
    ({ code = '', message }) =>
      isLostConnectionError(code, message) ||
      EXHAUSTED_STATES.test(code) ||
      RETRYABLE_STATES.test(code),
  );
}

/**
 * Whether an error means that the connection can no longer be used. A transaction that failed with such an error may be
 * committed, because the answer to a commit can be lost.
 */
export function isConnectionLost(error: unknown): boolean {
  return collectErrorDetails(error).some(({ code = '', message }) =>
    isLostConnectionError(code, message),
  );
}

/** Whether a retry of the transaction can succeed: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  return collectErrorDetails(error).some(({ code = '' }) => RETRYABLE_STATES.test(code));
}

/** Whether a statement waited longer for a lock than `lock_timeout` allows. */
export function isLockTimeout(error: unknown): boolean {
  return collectErrorDetails(error).some(({ code }) => code === '55P03');
}

/** Whether an error is the violation of a unique constraint or index; of the one named `constraint`, if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return collectErrorDetails(error).some(
    (details) =>
      details.code === '23505' && (constraint === undefined || details.constraint === constraint),
  );
}

function isLostConnectionError(code: string, message: string): boolean {
  return NETWORK_CODES.has(code) || LOST_STATES.test(code) || LOST_MESSAGES.test(message);
}

/**
 * Details of an error and of all its causes: drizzle wraps the driver's errors, and Node groups the errors of several
 * addresses.
 */
function collectErrorDetails(error: unknown): ErrorDetails[] {
  const allDetails: ErrorDetails[] = [];
  const seenErrors = new Set<unknown>();
  const pendingErrors: unknown[] = [error];
  while (pendingErrors.length > 0) {
    const nextError = pendingErrors.pop();
    if (!(nextError instanceof Error) || seenErrors.has(nextError)) continue;
    seenErrors.add(nextError);
    allDetails.push({
      code: readTextProperty(nextError, 'code'),
      message: nextError.message,
      constraint: readTextProperty(nextError, 'constraint'),
    });
    pendingErrors.push(
      nextError.cause,
      ...(nextError instanceof AggregateError ? nextError.errors : []),
    );
  }
  return allDetails;
}

function readTextProperty(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
