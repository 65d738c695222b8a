import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Client address of the seed's API calls, so that they use up no real client's rate limit. */
const SEED_CLIENT_ADDRESS = '192.0.2.1';

interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Number of attempts of a call that is refused with 503, a second apart: about as long as a slow first start takes. */
const MAX_ATTEMPTS = 60;

/**
 * Makes one in-process HTTP call to the API, with files if needed. A 503 is tried again: on a slow or busy machine the
 * program refuses requests while its event loop is late, and a refused call has no effect.
 * @throws when the answer is an error
 */
export async function callApi(
  app: FastifyInstance,
  { method, url, headers, body }: ApiCall,
  pauseMs = 1_000,
): Promise<unknown> {
  const isForm = body instanceof FormData;
  const encoded = new Response(isForm ? body : JSON.stringify(body));
  const type = isForm ? encoded.headers.get('content-type') : 'application/json';
  const request: InjectOptions = {
    method,
    url,
    remoteAddress: SEED_CLIENT_ADDRESS,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': type ?? '' }),
    },
    ...(body === undefined ? {} : { payload: Buffer.from(await encoded.arrayBuffer()) }),
  };
  let answer = await app.inject(request);
  for (let attempt = 1; answer.statusCode === 503 && attempt < MAX_ATTEMPTS; attempt += 1) {
    await delay(pauseMs);
    answer = await app.inject(request);
  }
  if (answer.statusCode >= 400) throw new Error(`${method} ${url} answered ${answer.statusCode}`);
  return answer.body === '' ? undefined : JSON.parse(answer.body);
}
