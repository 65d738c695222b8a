import type { RESTOptions } from '@discordjs/rest';
import type { Clock } from '../../ports/clock.ts';
import { DiscordRateLimitError, DiscordUnreachableError } from './failures.ts';

type SendRequest = RESTOptions['makeRequest'];
type RequestOptions = Parameters<SendRequest>[1];

/** Longest wait for a rate limit, in ms; a request that would have to wait longer is rejected. */
export const MAX_RATE_LIMIT_WAIT_MS = 5_000;

/** Maximum size of an answer: the channels of a full server take a few MiB. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const ALL_BUCKETS = '*';

/** The key under which a request's rate limit is counted: its route with the server's or channel's id. */
const rateLimitBucketOf = (method: string, url: string) =>
  `${method} ${new URL(url).pathname.replaceAll(/(?<!\/(?:channels|guilds))\/\d+(?=\/|$)/g, '/:id')}`;

const readSecondsHeader = (headers: Headers, name: string) => {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) * 1000 : null;
};

/**
 * Whether a 429 answer limits the requests of all buckets. An answer without a scope comes from the proxy in front of
 * Discord, which limits all requests.
 */
const coversAllBuckets = (headers: Headers) =>
  headers.has('x-ratelimit-global') || !headers.has('x-ratelimit-scope');

/**
 * Stores rate limit waits that are too long to wait for. The library's queue would sleep for their whole duration,
 * block other requests and could not be aborted.
 */
function createRateLimitWaits(clock: Clock) {
  const waitEndByBucket = new Map<string, number>();
  const now = () => clock.now().getTime();
  return {
    refuse: (bucket: string) => {
      for (const key of [ALL_BUCKETS, bucket]) {
        if ((waitEndByBucket.get(key) ?? 0) > now()) throw new DiscordRateLimitError();
      }
    },
    remember: (bucket: string, ms: number) => {
      for (const [key, waitEnd] of waitEndByBucket)
        if (waitEnd <= now()) waitEndByBucket.delete(key);
      waitEndByBucket.set(bucket, now() + ms);
    },
  };
}

type RateLimitWaits = ReturnType<typeof createRateLimitWaits>;

/** Leaves short waits to the library's queue; throws for long waits and for waits of unknown duration. */
function applyRateLimits(
  rateLimitWaits: RateLimitWaits,
  bucket: string,
  status: number,
  headers: Headers,
): void {
  if (status === 429) {
    const ms = readSecondsHeader(headers, 'retry-after');
    if (ms !== null && ms <= MAX_RATE_LIMIT_WAIT_MS) return;
    rateLimitWaits.remember(
      coversAllBuckets(headers) ? ALL_BUCKETS : bucket,
      ms ?? MAX_RATE_LIMIT_WAIT_MS,
    );
    throw new DiscordRateLimitError();
  }
  const ms = readSecondsHeader(headers, 'x-ratelimit-reset-after') ?? 0;
  if (headers.get('x-ratelimit-remaining') !== '0' || ms <= MAX_RATE_LIMIT_WAIT_MS) return;
  rateLimitWaits.remember(bucket, ms);
  headers.delete('x-ratelimit-remaining');
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new RangeError('answer too large');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

async function fetchAnswer(url: string, init: RequestOptions) {
  try {
    const response = await fetch(url, {
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
      redirect: 'error',
    });
    return { response, bytes: await readBody(response) };
  } catch (error) {
    if (init.signal?.aborted) throw new DOMException('no answer in time', 'AbortError');
    throw new DiscordUnreachableError('no answer', { cause: error });
  }
}

/**
 * Creates the function with which the library sends requests. It uses Node's `fetch`, follows no redirects, and returns
 * only complete answers of limited size. It throws {@link DiscordUnreachableError}, {@link DiscordRateLimitError} or an AbortError.
 */
export function createDiscordFetch(clock: Clock): SendRequest {
  const rateLimitWaits = createRateLimitWaits(clock);
  return async (url, init) => {
    const bucket = rateLimitBucketOf(init.method ?? 'GET', url);
    rateLimitWaits.refuse(bucket);
    const { response, bytes } = await fetchAnswer(url, init);
    const headers = new Headers(response.headers);
    applyRateLimits(rateLimitWaits, bucket, response.status, headers);
    const { status, statusText } = response;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
  };
}
