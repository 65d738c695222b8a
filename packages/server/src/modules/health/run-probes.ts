import type { Dependency, DependencyHealth, HealthState } from '@guilda/contract/health';
import { withTimeout } from '../../platform/async/with-timeout.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Timers } from '../../ports/timers.ts';

/** Ms after which a probe without an answer counts as failed. */
export const PROBE_TIMEOUT_MS = 3_000;

/** The result of a probe. It must not contain addresses, host names or secrets: the health page shows it unchanged. */
export interface ProbeResult {
  readonly state: HealthState;
  /** The state in words, and what to do when there is a problem (pt-BR). */
  readonly text: string;
  readonly facts?: DependencyHealth['facts'];
}

/** Checks the state of one thing that Guilda depends on, such as the database. */
export interface Probe {
  readonly name: Dependency;
  /** What to do when the dependency does not answer or is slow (pt-BR). */
  readonly remedy: string;
  /** Ms above which an answer counts as slow; absent for probes that make no request. */
  readonly slowAfterMs?: number;
  /** Reads the state; rejects when the dependency does not answer. */
  read(): Promise<ProbeResult>;
}

export interface ProbeRunnerDeps {
  readonly clock: Clock;
  readonly timers: Timers;
}

async function runProbe({ timers }: ProbeRunnerDeps, probe: Probe) {
  const { slowAfterMs, remedy } = probe;
  const startedAtMs = timers.now();
  const elapsedMs = () =>
    slowAfterMs === undefined ? null : Math.round(timers.now() - startedAtMs);
  try {
    const probeResult = await withTimeout(timers, PROBE_TIMEOUT_MS, probe.read());
    const ms = elapsedMs();
    if (probeResult.state !== 'ok' || ms === null || ms <= (slowAfterMs ?? ms))
      return { ...probeResult, ms };
    return { ...probeResult, ms, state: 'slow' as const, text: `Responde devagar. ${remedy}` };
  } catch {
    // The error is not shown, because messages of libraries contain host names.
    return { state: 'failing' as const, ms: elapsedMs(), text: `Não responde. ${remedy}` };
  }
}

/**
 * Creates a function that runs all probes concurrently and remembers when the state of each dependency last changed. A
 * failing probe is a result, so the returned promise never rejects.
 */
export function createProbeRunner(deps: ProbeRunnerDeps, probes: readonly Probe[]) {
  const stateSince = new Map<Dependency, { readonly state: HealthState; readonly at: Date }>();
  return (): Promise<DependencyHealth[]> =>
    Promise.all(
      probes.map(async (probe) => {
        const { state, ms, text, facts = [] } = { facts: [], ...(await runProbe(deps, probe)) };
        const previousState = stateSince.get(probe.name);
        const stateWithTime =
          previousState?.state === state ? previousState : { state, at: deps.clock.now() };
        stateSince.set(probe.name, stateWithTime);
        return { name: probe.name, state, since: stateWithTime.at.toISOString(), ms, text, facts };
      }),
    );
}
