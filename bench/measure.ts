import autocannon from 'autocannon';

/** Requests per second and latencies of one URL under load. */
export interface LoadResult {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const CONNECTION_COUNT = 10;

/** URL to load, with headers and a change of each request if it needs them. */
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

/** Sends requests to one URL for some seconds; any answer but 2xx is an error. */
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
  urls: Readonly<Record<Name, LoadTarget>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, LoadResult>> {
  const names = Object.keys(urls) as Name[];
  const results = new Map<Name, LoadResult[]>(names.map((name) => [name, []]));
  for (const name of names) await measureUrl(urls[name], 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)?.push(await measureUrl(urls[name], seconds));
  }
  const pairs = names.map((name) => [name, medianResult(results.get(name) ?? [])]);
  return Object.fromEntries(pairs) as Record<Name, LoadResult>;
}
