import type { FastifyInstance } from 'fastify';

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

/**
 * `GET /healthz` answers while the process lives; `GET /readyz` only when every dependency answers
 * and the program is not on its way out (`product §1`).
 */
export function mountHealth(
  app: FastifyInstance,
  probes: Readonly<Record<string, Probe>>,
  draining: () => boolean,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const names = Object.keys(probes);
    const outcomes = await Promise.all(Object.values(probes).map(works));
    const checks = Object.fromEntries(
      names.map((name, i) => [name, outcomes[i] ? 'ok' : 'failing']),
    );
    const ready = !draining() && outcomes.every(Boolean);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : draining() ? 'draining' : 'failing', checks });
  });
}
