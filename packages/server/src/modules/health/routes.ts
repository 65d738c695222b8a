import type { healthEndpoints } from '@guilda/contract/health';
import { memoizeFor } from '../../platform/async/memoize-for.ts';
import type { BuildInfo } from '../../platform/build-info/build-info.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import { createProbeRunner, type Probe, type ProbeRunnerDeps } from './run-probes.ts';

/** Ms for which one health result answers all requests. */
const HEALTH_CACHE_MS = 5_000;

export interface HealthDeps extends ProbeRunnerDeps {
  readonly build: BuildInfo;
  readonly probes: readonly Probe[];
}

export function healthHandlers(deps: HealthDeps): Handlers<typeof healthEndpoints> {
  const { clock, timers, build } = deps;
  const startedAt = clock.now().toISOString();
  const runProbes = createProbeRunner(deps, deps.probes);
  const readHealth = memoizeFor(
    HEALTH_CACHE_MS,
    () => timers.now(),
    async () => {
      const dependencies = await runProbes();
      const checkedAt = clock.now().toISOString();
      return { ...build, node: process.versions.node, startedAt, checkedAt, dependencies };
    },
  );
  return { getHealth: async () => ok(await readHealth()) };
}
