import type { Database } from '../../platform/database/pool.ts';
import { applyRule, type RetentionRule, retentionRules } from './retention-store.ts';

export interface RetentionDeps {
  readonly database: Pick<Database, 'db'>;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/** Rows that one statement deletes. */
const BATCH_SIZE = 1_000;

async function applyRuleInBatches(
  { database: { db } }: RetentionDeps,
  rule: RetentionRule,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!signal.aborted) {
    const rows = await applyRule(db, rule, BATCH_SIZE);
    deleted += rows;
    if (rows < BATCH_SIZE) break;
  }
  return deleted;
}

/**
 * Deletes everything whose retention period is over, in bounded batches. A rule that fails does not stop
 * the others; the call rejects then, so that the job is retried. Safe to run in several processes.
 */
export const deleteExpired =
  (deps: RetentionDeps, rules: readonly RetentionRule[] = retentionRules) =>
  async (signal: AbortSignal): Promise<void> => {
    const failures: unknown[] = [];
    for (const rule of rules) {
      try {
        const rows = await applyRuleInBatches(deps, rule, signal);
        if (rows > 0) deps.log.info({ rows }, `${rule.name} were let go`);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
