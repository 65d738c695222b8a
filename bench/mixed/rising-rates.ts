import type {
  LoadRun,
  LoadRunResult,
  MixEntry,
  MixedLoadGenerator,
} from './load-generator-client.ts';
import { type ResourceUsage, startUsageMeasurement } from './usage.ts';

/** Latency of the 99th percentile in ms above which a rate is not sustained. */
export const MAX_P99_MS = 250;
/** Longest run in seconds that is repeated after a failure; an hour, which shows the memory, is not. */
const MAX_REPEATED_SECONDS = 60;

/** Result of a run at one rate, with the resources that it used. */
export interface RateResult extends LoadRunResult {
  readonly usage: ResourceUsage;
}

/** Where and with what a load is measured. */
export interface RateTarget {
  readonly generator: MixedLoadGenerator;
  readonly programId: number;
  readonly databaseUrl: string;
}

async function measureRate(target: RateTarget, load: LoadRun): Promise<RateResult> {
  const { generator, programId, databaseUrl } = target;
  const readUsage = await startUsageMeasurement(databaseUrl, {
    program: programId,
    load: generator.pid,
  });
  const run = await generator.run(load);
  return { ...run, usage: await readUsage() };
}

export const isSustained = ({ overall, failed }: LoadRunResult) =>
  failed === 0 && overall.p99Ms <= MAX_P99_MS;

/** Measures at increasing rates until one is not borne: by default when the p99 exceeds 250 ms or an action fails. */
export async function measureRisingRates(
  target: RateTarget,
  {
    mix,
    rates,
    seconds,
    isBorne = isSustained,
  }: {
    readonly mix: readonly MixEntry[];
    readonly rates: readonly number[];
    readonly seconds: number;
    readonly isBorne?: (run: LoadRunResult) => boolean;
  },
): Promise<RateResult[]> {
  const rateResults: RateResult[] = [];
  for (const rate of rates) {
    let rateResult = await measureRate(target, { mix, rate, seconds });
    // A failed rate is tried again, because other work of the machine can cause a single failure.
    if (!isBorne(rateResult) && seconds <= MAX_REPEATED_SECONDS)
      rateResult = await measureRate(target, { mix, rate, seconds });
    rateResults.push(rateResult);
    if (!isBorne(rateResult)) break;
  }
  return rateResults;
}
