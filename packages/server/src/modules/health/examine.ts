import type { Dependency, DependencyHealth, HealthState } from '@guilda/contract/health';
import { within } from '../../platform/within.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Timers } from '../../ports/timers.ts';

/** How long a probe may take, in ms. */
export const PROBE_MS = 3_000;

/** What a probe found; never an address, a name of a host or a secret. */
export interface Finding {
  readonly state: HealthState;
  /** What is so, and what to do where something is wrong (pt-BR). */
  readonly text: string;
  readonly facts?: DependencyHealth['facts'];
}

/** Looks at one thing the product stands on. */
export interface Probe {
  readonly name: Dependency;
  /** What to do when it does not answer or answers too late (pt-BR). */
  readonly remedy: string;
  /** An answer that takes longer counts as slow, in ms; without it nothing is asked of anybody. */
  readonly slowAfterMs?: number;
  /** Rejects when the thing does not answer. */
  look(): Promise<Finding>;
}

export interface ExamineDeps {
  readonly clock: Clock;
  readonly timers: Timers;
}

async function find({ timers }: ExamineDeps, probe: Probe) {
  const { slowAfterMs, remedy } = probe;
  const start = timers.now();
  const took = () => (slowAfterMs === undefined ? null : Math.round(timers.now() - start));
  try {
    const found = await within(timers, PROBE_MS, probe.look());
    const ms = took();
    if (found.state !== 'ok' || ms === null || ms <= (slowAfterMs ?? ms)) return { ...found, ms };
    return { ...found, ms, state: 'slow' as const, text: `Responde devagar. ${remedy}` };
  } catch {
    // Why is for the log and the operator's own tools: messages of libraries name hosts.
    return { state: 'failing' as const, ms: took(), text: `Não responde. ${remedy}` };
  }
}

/**
 * Looks at everything side by side and remembers since when each thing is as it is. What fails is a
 * finding, so the whole never fails.
 */
export function examiner(deps: ExamineDeps, probes: readonly Probe[]) {
  const since = new Map<Dependency, { readonly state: HealthState; readonly at: Date }>();
  return (): Promise<DependencyHealth[]> =>
    Promise.all(
      probes.map(async (probe) => {
        const { state, ms, text, facts = [] } = { facts: [], ...(await find(deps, probe)) };
        const before = since.get(probe.name);
        const known = before?.state === state ? before : { state, at: deps.clock.now() };
        since.set(probe.name, known);
        return { name: probe.name, state, since: known.at.toISOString(), ms, text, facts };
      }),
    );
}
