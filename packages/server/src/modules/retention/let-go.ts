import type { Database } from '../../platform/database/pool.ts';
import { type RetentionRule, retentionRules } from './rules.ts';

export interface RetentionDeps {
  readonly database: Pick<Database, 'db'>;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/** Rows that one statement lets go of. */
const AT_ONCE = 1_000;

async function apply(
  { database: { db } }: RetentionDeps,
  { statement }: RetentionRule,
  signal: AbortSignal,
): Promise<number> {
  let gone = 0;
  while (!signal.aborted) {
    const rows = (await db.execute(statement(AT_ONCE))).rowCount ?? 0;
    gone += rows;
    if (rows < AT_ONCE) break;
  }
  return gone;
}

/**
 * Lets go of everything whose time is over, a bounded lot at a time. A rule that fails keeps no other
 * from running; rejects then, to be tried again. May run any number of times, in several processes.
 */
export const letGo =
  (deps: RetentionDeps, rules: readonly RetentionRule[] = retentionRules) =>
  async (signal: AbortSignal): Promise<void> => {
    const failures: unknown[] = [];
    for (const rule of rules) {
      try {
        const rows = await apply(deps, rule, signal);
        if (rows > 0) deps.log.info({ rows }, `${rule.name} were let go`);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
