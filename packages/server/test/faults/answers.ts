import { errors } from '@guilda/contract/errors';
import { quantile } from './fault.ts';

/** Error texts that a 503 may have, one for each dependency that can be unavailable. */
const unavailableTexts = new Set(
  Object.values(errors).flatMap(({ status, text }) => (status === 503 ? [text] : [])),
);
/** Maximum duration of a call in ms; the server's own timeouts are far shorter. */
const MAX_WAIT_MS = 40_000;

/** Collects the answers that callers get during a fault. */
export interface CollectedAnswers {
  /** Makes a call and records its outcome; null when there was no answer. */
  call(url: string, init?: RequestInit): Promise<Response | null>;
  /** Number of answers with status 2xx. */
  readonly successful: number;
  /** Number of answers with status 503, a documented error text and `Retry-After`. */
  readonly unavailable: number;
  /** Path and error code of each answer that counts as unavailable. */
  readonly unavailableCalls: readonly string[];
  /** Number of calls without an answer, because the connection broke. */
  readonly unanswered: number;
  /** Method, path and error of each call without an answer. */
  readonly unansweredCalls: readonly string[];
  /** Descriptions of answers that must not occur: other 5xx, and 503 without a documented error text or `Retry-After`. */
  readonly violations: readonly string[];
  /** Returns the response times in ms of all successful calls since this function was last called. */
  takeTimes(): readonly number[];
}

interface ErrorBody {
  readonly error?: unknown;
  readonly code?: unknown;
}

const readBody = (response: Response) =>
  response
    .clone()
    .json()
    .catch(() => null) as Promise<ErrorBody | null>;

async function violationOf(response: Response, path: string): Promise<string | null> {
  if (response.status < 500) return null;
  const body = await readBody(response);
  const isUnavailable = typeof body?.error === 'string' && unavailableTexts.has(body.error);
  if (response.status === 503 && isUnavailable && response.headers.has('retry-after')) return null;
  return `${path}: ${response.status} ${String(body?.error)}`;
}

export function createAnswers(): CollectedAnswers {
  let successfulCount = 0;
  const unavailableCalls: string[] = [];
  const violations: string[] = [];
  const unansweredCalls: string[] = [];
  let successTimes: number[] = [];
  return {
    call: async (url, init) => {
      const startedAt = performance.now();
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(MAX_WAIT_MS), ...init });
        // An answer counts once it was received completely.
        const completeResponse = new Response(await response.arrayBuffer(), response);
        const { pathname } = new URL(url);
        const violation = await violationOf(completeResponse, pathname);
        if (violation) violations.push(violation);
        else if (response.status === 503)
          unavailableCalls.push(`${pathname}: 503 ${(await readBody(completeResponse))?.code}`);
        else if (response.ok) {
          successfulCount += 1;
          successTimes.push(performance.now() - startedAt);
        }
        return completeResponse;
      } catch (error) {
        const { cause } = error as Error;
        unansweredCalls.push(
          `${init?.method ?? 'GET'} ${new URL(url).pathname}: ${cause ?? error}`,
        );
        return null;
      }
    },
    get successful() {
      return successfulCount;
    },
    get unavailable() {
      return unavailableCalls.length;
    },
    unavailableCalls,
    get unanswered() {
      return unansweredCalls.length;
    },
    unansweredCalls,
    violations,
    takeTimes: () => {
      const takenTimes = successTimes;
      successTimes = [];
      return takenTimes;
    },
  };
}

/** Median and 99th percentile of times in ms, as text for the report. */
export const describeTimes = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
