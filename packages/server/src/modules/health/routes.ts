import type { healthEndpoints } from '@guilda/contract/health';
import type { BuildInfo } from '../../platform/build-info/build-info.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { rememberFor } from '../../platform/remember.ts';
import { ok } from '../../platform/result.ts';
import { type ExamineDeps, examiner, type Probe } from './examine.ts';

/** How long what was found is told again without looking, in ms. */
const REMEMBER_MS = 5_000;

export interface HealthDeps extends ExamineDeps {
  readonly build: BuildInfo;
  readonly probes: readonly Probe[];
}

export function healthHandlers(deps: HealthDeps): Handlers<typeof healthEndpoints> {
  const { clock, timers, build } = deps;
  const startedAt = clock.now().toISOString();
  const examine = examiner(deps, deps.probes);
  const look = rememberFor(
    REMEMBER_MS,
    () => timers.now(),
    async () => {
      const dependencies = await examine();
      const checkedAt = clock.now().toISOString();
      return { ...build, node: process.versions.node, startedAt, checkedAt, dependencies };
    },
  );
  return { getHealth: async () => ok(await look()) };
}
