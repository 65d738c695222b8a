import { instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/** States of a dependency; `slow`: it works, but needs attention. */
const healthStates = ['ok', 'slow', 'failing', 'not_configured'] as const;
export type HealthState = (typeof healthStates)[number];

/** Dependencies that the health page shows. */
const dependencies = [
  'database',
  'redis',
  'nodes',
  'queue',
  'files',
  'ledger',
  'backups',
  'certificate',
  'payments',
  'sign_in',
  'age',
  'mail',
  'push',
  'discord',
  'clock',
] as const;
export type Dependency = (typeof dependencies)[number];

const dependencyHealth = z.object({
  name: z.enum(dependencies),
  state: z.enum(healthStates),
  /** Time since which the answering node has seen this state. */
  since: instant,
  /** Duration of the check in ms; null when no check was made. */
  ms: z.number().nullable(),
  /** Description of the state and, if there is a problem, of what to do; in Portuguese. */
  text: z.string(),
  /** Further details about the dependency, for the administrators. */
  facts: z.array(
    z.union([
      z.object({ label: z.string(), value: z.string() }),
      z.object({ label: z.string(), at: instant }),
    ]),
  ),
});
export type DependencyHealth = z.infer<typeof dependencyHealth>;

/** Health of the dependencies as seen by the answering node. */
export const health = z.object({
  version: z.string(),
  /** Commit of the build: 40 hexadecimal digits, followed by `-dirty` when files were changed; or `unknown`. */
  commit: z.string(),
  builtAt: instant,
  node: z.string(),
  startedAt: instant,
  checkedAt: instant,
  dependencies: z.array(dependencyHealth),
});
export type Health = z.infer<typeof health>;

export const healthEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    summary: 'State of every dependency and what to do on problems',
    access: 'admin',
    status: 200,
    output: health,
    errors: [],
    limit: 'general',
  }),
};
