import type { FastifyInstance } from 'fastify';
import { memoizeFor } from '../async/memoize-for.ts';
import type { BuildInfo } from '../build-info/build-info.ts';

/** Check of a dependency: resolves when the dependency works, rejects when it does not. */
export type ReadinessProbe = () => Promise<void>;

const PROBE_TIMEOUT_MS = 3_000;

/** Time in ms for which the outcomes of all probes are used again, because anybody may ask for them at any rate. */
const PROBED_FOR_MS = 500;

async function passesProbe(probe: ReadinessProbe): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref();
  });
  const hasAnswered = probe().then(
    () => true,
    () => false,
  );
  return Promise.race([hasAnswered, timeout]);
}

/** Lifecycle phase of the program; `/readyz` answers 200 in `ready` only. */
export type LifecyclePhase = 'starting' | 'ready' | 'draining';

/** Switches the overload guard off for `/healthz`: liveness must not depend on load. */
const withoutOverloadGuard = { config: { pressureHandler: () => undefined } };

/**
 * Registers the health routes. `GET /healthz` answers 200 while the process runs, with its build info. `GET /readyz`
 * answers 200 only when every dependency works and the program is neither starting nor shutting down; what the
 * probes of the dependencies found is answered for half a second.
 */
export function mountHealth(
  app: FastifyInstance,
  probes: Readonly<Record<string, ReadinessProbe>>,
  phase: () => LifecyclePhase,
  { version, commit, builtAt }: BuildInfo,
): void {
  app.get('/healthz', withoutOverloadGuard, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version, commit, builtAt }),
  );
  const names = Object.keys(probes);
  const probeAll = memoizeFor(PROBED_FOR_MS, performance.now.bind(performance), () =>
    Promise.all(Object.values(probes).map(passesProbe)),
  );
  app.get('/readyz', async (_request, reply) => {
    const outcomes = await probeAll();
    const checks = Object.fromEntries(
      names.map((name, i) => [name, outcomes[i] ? 'ok' : 'failing']),
    );
    const areAllWorking = outcomes.every(Boolean);
    const isReady = phase() === 'ready' && areAllWorking;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : areAllWorking ? phase() : 'failing', checks });
  });
}
