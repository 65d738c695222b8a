import type { FastifyInstance } from 'fastify';
import type { BuildInfo } from '../build-info/build-info.ts';

/** Answers when a dependency works and rejects when it does not. */
export type Probe = () => Promise<void>;

const PROBE_TIMEOUT_MS = 3_000;

async function works(probe: Probe): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref();
  });
  const answered = probe().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]);
}

/** Where the program is on its way; only a ready one is to be sent work. */
export type Phase = 'starting' | 'ready' | 'draining';

/** The process lives, however busy it is: the guard against overload does not speak for it. */
const always = { config: { pressureHandler: () => undefined } };

/**
 * `GET /healthz` answers while the process lives, with the build that it runs; `GET /readyz` only when every dependency answers
 * and the program is neither still starting nor on its way out (`product §1`).
 */
export function mountHealth(
  app: FastifyInstance,
  probes: Readonly<Record<string, Probe>>,
  phase: () => Phase,
  { version, commit, builtAt }: BuildInfo,
): void {
  app.get('/healthz', always, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version, commit, builtAt }),
  );
  app.get('/readyz', async (_request, reply) => {
    const names = Object.keys(probes);
    const outcomes = await Promise.all(Object.values(probes).map(works));
    const checks = Object.fromEntries(
      names.map((name, i) => [name, outcomes[i] ? 'ok' : 'failing']),
    );
    const working = outcomes.every(Boolean);
    const ready = phase() === 'ready' && working;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : working ? phase() : 'failing', checks });
  });
}
