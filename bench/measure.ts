import autocannon from 'autocannon';

/** Requests per second and latencies of one URL under load. */
export interface LoadResult {
  /** Average number of answers per second. */
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const CONNECTION_COUNT = 10;

/**
 * Where to send requests: a URL, or a URL with headers, a number of connections and functions that vary the requests.
 */
export type LoadTarget =
  | string
  | {
      readonly url: string;
      readonly headers: Record<string, string>;
      /** Number of connections, ten by default. */
      readonly connections?: number;
      readonly setupRequest?: NonNullable<autocannon.Request['setupRequest']>;
      /** Changes the requests of each connection. */
      readonly setupClient?: (client: autocannon.Client) => void;
    };

/** Measures one URL for some seconds; throws when an answer is not 2xx. */
async function measureUrl(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const {
    url,
    headers,
    connections = CONNECTION_COUNT,
    setupRequest,
    setupClient,
  } = typeof target === 'string' ? { url: target, headers: {} } : target;
  const result = await autocannon({
    ...{ url, headers, connections, duration: seconds },
    ...(setupClient ? { setupClient } : {}),
    ...(setupRequest ? { requests: [{ setupRequest }] } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return {
    perSecond: result.requests.average,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

/** A target whose requests go to the given URLs in turn, so that concurrent requests read different things. */
export function inTurn(urls: readonly string[]): LoadTarget {
  let requestCount = 0;
  return {
    url: urls[0] ?? '',
    headers: {},
    setupRequest: (request) => {
      requestCount += 1;
      return { ...request, path: new URL(urls[requestCount % urls.length] ?? '').pathname };
    },
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function medianResult(results: readonly LoadResult[]): LoadResult {
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    medianMs: median(results.map(({ medianMs }) => medianMs)),
    p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
  };
}

/**
 * Measures several URLs alternately, so that other work of the machine affects all of them equally, and returns the
 * median of each.
 */
export async function measureAlternately<Name extends string>(
  targets: Readonly<Record<Name, LoadTarget>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, LoadResult>> {
  const names = Object.keys(targets) as Name[];
  const results = new Map<Name, LoadResult[]>(names.map((name) => [name, []]));
  for (const name of names) await measureUrl(targets[name], 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)?.push(await measureUrl(targets[name], seconds));
  }
  const pairs = names.map((name) => [name, medianResult(results.get(name) ?? [])]);
  return Object.fromEntries(pairs) as Record<Name, LoadResult>;
}
