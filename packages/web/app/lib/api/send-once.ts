import { randomUuid } from '../random-uuid.ts';

/**
 * Idempotency keys of requests that have not succeeded yet, by the request's body as JSON, until the page is reloaded. The
 * server keeps the keys of different people apart.
 */
const unansweredKeys = new Map<string, string>();

/**
 * Sends a request with an idempotency key. A person who sends the same body again after a lost answer sends the same
 * key, so that the server does not carry the request out twice.
 */
export async function sendOnce<T>(
  body: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const bodyText = JSON.stringify(body);
  const idempotencyKey = unansweredKeys.get(bodyText) ?? randomUuid();
  unansweredKeys.set(bodyText, idempotencyKey);
  const answer = await send(idempotencyKey);
  unansweredKeys.delete(bodyText);
  return answer;
}
