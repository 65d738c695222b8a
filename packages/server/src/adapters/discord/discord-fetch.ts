import type { RESTOptions } from '@discordjs/rest';
import type { Clock } from '../../ports/clock.ts';
import { RateLimited, Unreachable } from './failures.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Init = Parameters<MakeRequest>[1];

/** Longer rate limit waits are rejected instead of waited for, in ms. */
export const MAX_WAIT_MS = 5_000;

/** Maximum answer size: the channels of a full server take a few MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

const EVERYTHING = '*';

/** The rate limit bucket: a route with its server or channel. */
const bucketOf = (method: string, url: string) =>
  `${method} ${new URL(url).pathname.replaceAll(/(?<!\/(?:channels|guilds))\/\d+(?=\/|$)/g, '/:id')}`;

const secondsOf = (headers: Headers, name: string) => {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) * 1000 : null;
};

/** A 429 without a scope comes from the proxy in front of Discord and covers all requests. */
const coversAll = (headers: Headers) =>
  headers.has('x-ratelimit-global') || !headers.has('x-ratelimit-scope');

/**
 * Remembers waits that are too long. The library's queue would sleep through them, block other requests
 * and could not be aborted.
 */
function createLongWaits(clock: Clock) {
  const until = new Map<string, number>();
  const now = () => clock.now().getTime();
  return {
    refuse: (bucket: string) => {
      for (const key of [EVERYTHING, bucket]) {
        if ((until.get(key) ?? 0) > now()) throw new RateLimited();
      }
    },
    remember: (bucket: string, ms: number) => {
      for (const [key, end] of until) if (end <= now()) until.delete(key);
      until.set(bucket, now() + ms);
    },
  };
}

type LongWaits = ReturnType<typeof createLongWaits>;

/** Leaves short waits to the library's queue; throws for long waits and for those without a duration. */
function applyRateLimits(waits: LongWaits, bucket: string, status: number, headers: Headers): void {
  if (status === 429) {
    const ms = secondsOf(headers, 'retry-after');
    if (ms !== null && ms <= MAX_WAIT_MS) return;
    waits.remember(coversAll(headers) ? EVERYTHING : bucket, ms ?? MAX_WAIT_MS);
    throw new RateLimited();
  }
  const ms = secondsOf(headers, 'x-ratelimit-reset-after') ?? 0;
  if (headers.get('x-ratelimit-remaining') !== '0' || ms <= MAX_WAIT_MS) return;
  waits.remember(bucket, ms);
  headers.delete('x-ratelimit-remaining');
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new RangeError('answer too large');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

async function exchange(url: string, init: Init) {
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
    throw new Unreachable('no answer', { cause: error });
  }
}

/**
 * How the library sends: the platform's fetch, without redirects, whole answers only, bounded in
 * size. Throws {@link Unreachable}, {@link RateLimited} or an AbortError.
 */
export function createDiscordFetch(clock: Clock): MakeRequest {
  const waits = createLongWaits(clock);
  return async (url, init) => {
    const bucket = bucketOf(init.method ?? 'GET', url);
    waits.refuse(bucket);
    const { response, bytes } = await exchange(url, init);
    const headers = new Headers(response.headers);
    applyRateLimits(waits, bucket, response.status, headers);
    const { status, statusText } = response;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
  };
}
