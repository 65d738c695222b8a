import type { Clock } from '../../../src/ports/clock.ts';
import { type StripeAnswer, StripeApiError, type StripeRequest } from './protocol.ts';

const IDEMPOTENCY_DAY_MS = 24 * 60 * 60_000;

interface StoredAnswer {
  readonly at: number;
  readonly parameters: string;
  answer: StripeAnswer | null;
}

const idempotencyError = (status: number, code: string | undefined, message: string) =>
  new StripeApiError(status, { type: 'idempotency_error', message, ...(code && { code }) });

/**
 * Idempotency as Stripe documents it: the first response of a key, success or error, is repeated for 24 hours;
 * other parameters under the key are an error, and so is a request while the first one is running. Requests
 * that fail validation leave their key unused.
 */
export function createIdempotency(clock: Clock) {
  const storedAnswers = new Map<string, StoredAnswer>();
  const now = () => clock.now().getTime();

  return async function once(
    { method, path, headers, form }: StripeRequest,
    work: () => Promise<StripeAnswer>,
  ): Promise<StripeAnswer> {
    const key = headers['idempotency-key'];
    if (method !== 'POST' || typeof key !== 'string') return work();
    if (key.length > 255)
      throw idempotencyError(400, undefined, 'Keys are up to 255 characters long');
    const parameters = JSON.stringify([path, form]);
    const storedAnswer = storedAnswers.get(key);
    if (storedAnswer && now() - storedAnswer.at < IDEMPOTENCY_DAY_MS) {
      if (storedAnswer.parameters !== parameters)
        throw idempotencyError(400, undefined, 'Other parameters under this key');
      if (!storedAnswer.answer)
        throw idempotencyError(409, 'idempotency_key_in_use', 'In progress');
      return { ...storedAnswer.answer, headers: { 'idempotent-replayed': 'true' } };
    }
    const newAnswer: StoredAnswer = { at: now(), parameters, answer: null };
    storedAnswers.set(key, newAnswer);
    try {
      newAnswer.answer = await work();
    } catch (error) {
      if (error instanceof StripeApiError && !error.leavesKeyUnused)
        newAnswer.answer = error.answer;
      else storedAnswers.delete(key);
      throw error;
    }
    return newAnswer.answer;
  };
}
