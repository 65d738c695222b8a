import type { Db } from '../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';

/** First line of the hashed text; it changes whenever the format of that text changes. */
export const STEP_FORMAT = 'guilda-step-1';

/**
 * SQL for the hashed text of a step, which is one change of an order's state (`docs/product/evidence.md`). The lines of
 * the text are format, id, order, number, status, actor, uid of the actor, time in UTC with microseconds, and the
 * previous hash in hexadecimal; a missing value is an empty line.
 * @param step alias of a row with the columns of `payment_steps`
 */
const hashedText = (step: SQL): SQL => sql`concat_ws(E'\n', ${STEP_FORMAT}::text, ${step}.id,
  ${step}.payment_id, ${step}.seq, ${step}.status, ${step}.actor, coalesce(${step}.actor_id::text, ''),
  ${timeText(sql`${step}.at`)}, coalesce(encode(${step}.prev_hash, 'hex'), ''))`;

/** SQL for the hash of a step: SHA-256 over {@link hashedText} in UTF-8. */
export const stepHash = (step: SQL): SQL => sql`sha256(convert_to(${hashedText(step)}, 'UTF8'))`;

/**
 * Minutes after the first hashed step of the installation during which a node of the previous version may still add
 * steps without a hash.
 */
const ROLLOUT_MINUTES = 60;

const selectChangedSteps = sql`SELECT s.payment_id AS id FROM payment_steps s
  WHERE s.hash <> ${stepHash(sql`s`)}`;

/**
 * Query for the orders whose chain of steps has a gap or an extra step. In an intact chain:
 * - each hashed step stores the hash of the hashed step before it
 * - the number of the last hashed step equals the count of steps up to this step
 * - only steps that a node of the previous version may have written have no hash
 * - the last step has the state of the order
 */
const selectBrokenChains = sql`
  WITH start AS (SELECT min(at) AS at FROM payment_steps WHERE hash IS NOT NULL),
  step AS (
    SELECT s.*, lag(s.hash) OVER (PARTITION BY s.payment_id, s.hash IS NULL ORDER BY s.seq) AS hash_before,
      max(s.at) FILTER (WHERE s.hash IS NOT NULL) OVER (PARTITION BY s.payment_id) AS hashed_until,
      last_value(s.status) OVER (PARTITION BY s.payment_id ORDER BY s.at, s.seq
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS last_status
    FROM payment_steps s
  )
  SELECT p.id FROM payments p CROSS JOIN start LEFT JOIN step s ON s.payment_id = p.id
  WHERE start.at IS NOT NULL
  GROUP BY p.id, p.created_at, p.service_status, start.at
  HAVING bool_or(s.hash IS NOT NULL AND s.prev_hash IS DISTINCT FROM s.hash_before)
    OR max(s.seq) <> count(s.id) FILTER (WHERE s.hash IS NOT NULL OR s.at <= s.hashed_until)
    OR bool_or(s.hash IS NULL AND (s.at < p.created_at
      OR s.at > start.at + make_interval(mins => ${ROLLOUT_MINUTES}::integer)))
    OR (bool_or(s.hash IS NOT NULL) AND max(s.last_status) <> p.service_status)
    OR (count(s.id) = 0 AND p.created_at > start.at)`;

/**
 * A rule that the steps of an order can break. `step`: a step was changed after it was hashed. `chain`: a step is
 * missing or was added, or the last step does not have the state of the order.
 */
export type StepChainRule = 'step' | 'chain';

/**
 * Checks the chains of steps of all orders. Returns the broken rules, each with the ids of the orders that break it.
 * Pass a `repeatable read` transaction while the database is in use.
 */
export async function checkStepChains(
  db: Db,
): Promise<{ readonly rule: StepChainRule; readonly ids: readonly string[] }[]> {
  const changedSteps = await db.execute<{ id: string }>(selectChangedSteps);
  const brokenChains = await db.execute<{ id: string }>(selectBrokenChains);
  const idsOf = (rows: readonly { id: string }[]) => [...new Set(rows.map(({ id }) => id))];
  const violations = [
    { rule: 'step', ids: idsOf(changedSteps.rows) },
    { rule: 'chain', ids: idsOf(brokenChains.rows) },
  ] as const;
  return violations.filter(({ ids }) => ids.length > 0);
}

/**
 * Recomputes the chain of one order from its first step, for demo data with steps in the past. Never call this function
 * for an order of real people, because it would hide a manipulated step.
 */
export async function rebuildStepChain(db: Db, orderId: string): Promise<void> {
  await db.execute(sql`
    WITH RECURSIVE listed AS (
      SELECT s.id, s.payment_id, s.status, s.actor, s.actor_id, s.at,
        (row_number() OVER (ORDER BY s.at, s.seq))::smallint AS seq
      FROM payment_steps s WHERE s.payment_id = ${orderId}::uuid
    ), linked AS (
      SELECT f.*, ${stepHash(sql`f`)} AS hash
      FROM (SELECT l.*, NULL::bytea AS prev_hash FROM listed l WHERE l.seq = 1) f
      UNION ALL
      SELECT n.*, ${stepHash(sql`n`)} FROM linked k
        CROSS JOIN LATERAL (SELECT l.*, k.hash AS prev_hash FROM listed l WHERE l.seq = k.seq + 1) n
    )
    UPDATE payment_steps s SET seq = k.seq, prev_hash = k.prev_hash, hash = k.hash
    FROM linked k WHERE k.id = s.id`);
}
