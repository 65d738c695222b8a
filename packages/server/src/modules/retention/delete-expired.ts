import type { Database } from '../../platform/database/pool.ts';
import { applyRule, type RetentionRule, retentionRules } from './retention-store.ts';

export interface RetentionDeps {
  readonly database: Pick<Database, 'db'>;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/** Maximum number of rows that one statement deletes. */
const BATCH_SIZE = 1_000;

async function applyRuleInBatches(
  { database: { db } }: RetentionDeps,
  rule: RetentionRule,
  signal: AbortSignal,
): Promise<number> {
  let deletedCount = 0;
  while (!signal.aborted) {
    const rowCount = await applyRule(db, rule, BATCH_SIZE);
    deletedCount += rowCount;
    if (rowCount < BATCH_SIZE) break;
  }
  return deletedCount;
}

/**
 * Applies all retention rules: deletes data whose retention period has ended, in batches of limited size. When a rule
 * fails, the other rules still run, and then the call rejects, so that the queue retries the job. May run in several
 * processes at once.
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
