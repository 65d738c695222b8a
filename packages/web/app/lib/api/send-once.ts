/** Idempotency keys of requests that have no answer yet, by the request's body as JSON. */
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
  const idempotencyKey = unansweredKeys.get(bodyText) ?? crypto.randomUUID();
  unansweredKeys.set(bodyText, idempotencyKey);
  const answer = await send(idempotencyKey);
  unansweredKeys.delete(bodyText);
  return answer;
}
