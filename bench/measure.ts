import autocannon from 'autocannon';

/** Requests per second and latencies of one URL under load. */
export interface Figure {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 10;

/** URL to load, with headers if it needs a token. */
export type Target = string | { readonly url: string; readonly headers: Record<string, string> };

/** Loads one URL for some seconds; any answer but 2xx is an error. */
async function load(target: Target, seconds: number): Promise<Figure> {
  const { url, headers = {} } = typeof target === 'string' ? { url: target } : target;
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds });
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

function middle(figures: readonly Figure[]): Figure {
  return {
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    medianMs: median(figures.map(({ medianMs }) => medianMs)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
  };
}

/**
 * Loads several URLs alternately, so that other work of the machine affects all of them, and returns the median of each.
 */
export async function inTurns<Name extends string>(
  urls: Readonly<Record<Name, Target>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Name, Figure>> {
  const names = Object.keys(urls) as Name[];
  const taken = new Map<Name, Figure[]>(names.map((name) => [name, []]));
  for (const name of names) await load(urls[name], 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) taken.get(name)?.push(await load(urls[name], seconds));
  }
  const pairs = names.map((name) => [name, middle(taken.get(name) ?? [])]);
  return Object.fromEntries(pairs) as Record<Name, Figure>;
}
