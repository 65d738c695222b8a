/** What a failure says about itself, however deep in its causes. */
interface Facts {
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
/** 08 connection, and the server going down (57P01 to 57P03) or ending an idle session. */
const LOST_STATES = /^(08...|57P0[1-5]|25P03)$/;
/** Ran out of time for a statement or a lock, of resources (53), a disk failing, a read-only standby. */
const EXHAUSTED_STATES = /^(57014|55P03|53...|58030|25006)$/;
const RETRYABLE_STATES = /^(40001|40P01)$/;
/** The driver tells these by their text alone. */
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|connection error and is not queryable|was closed and is not queryable|Cannot use a pool after calling end/;

/**
 * Whether the database, not the request, is why this failed: it cannot be reached, is going down,
 * has run out of connections or did not answer in time. The answer is then 503. A conflict that
 * outlived its retries counts too, because trying later is all that helps.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return factsOf(error).some(
    ({ code = '', message }) =>
      isLost(code, message) || EXHAUSTED_STATES.test(code) || RETRYABLE_STATES.test(code),
  );
}

/** Whether the connection itself is unusable after this failure. */
export function isConnectionLost(error: unknown): boolean {
  return factsOf(error).some(({ code = '', message }) => isLost(code, message));
}

/** Whether running the same transaction again may succeed: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  return factsOf(error).some(({ code = '' }) => RETRYABLE_STATES.test(code));
}

/** Whether a unique constraint (or index), the named one if given, refused the row. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return factsOf(error).some(
    (facts) =>
      facts.code === '23505' && (constraint === undefined || facts.constraint === constraint),
  );
}

function isLost(code: string, message: string): boolean {
  return NETWORK_CODES.has(code) || LOST_STATES.test(code) || LOST_MESSAGES.test(message);
}

/** Drizzle wraps what the driver throws, Node groups what several addresses answered. */
function factsOf(error: unknown): Facts[] {
  const facts: Facts[] = [];
  const seen = new Set<unknown>();
  const waiting: unknown[] = [error];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!(next instanceof Error) || seen.has(next)) continue;
    seen.add(next);
    facts.push({
      code: textOf(next, 'code'),
      message: next.message,
      constraint: textOf(next, 'constraint'),
    });
    waiting.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return facts;
}

function textOf(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
