import { instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/** `slow`: it works, but something about it wants a look. */
export const healthStates = ['ok', 'slow', 'failing', 'not_configured'] as const;
export type HealthState = (typeof healthStates)[number];

/** What the product stands on. */
export const dependencies = [
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

export const dependencyHealth = z.object({
  name: z.enum(dependencies),
  state: z.enum(healthStates),
  /** Since when the node that answered has seen it so. */
  since: instant,
  /** How long the question took; null where none was asked. */
  ms: z.number().nullable(),
  /** What is so, and what to do where something is wrong. */
  text: z.string(),
  /** What is known besides, to be read by people. */
  facts: z.array(
    z.union([
      z.object({ label: z.string(), value: z.string() }),
      z.object({ label: z.string(), at: instant }),
    ]),
  ),
});
export type DependencyHealth = z.infer<typeof dependencyHealth>;

/** How the node that answers finds what the product stands on. */
export const health = z.object({
  /** Of the product. */
  version: z.string(),
  /** Of the source that was built, 40 hexadecimal digits with `-dirty` behind changed files; or `unknown`. */
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
    summary: 'What the product stands on: each dependency with its state and what to do',
    access: 'admin',
    status: 200,
    output: health,
    errors: [],
    limit: 'general',
  }),
};
