import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { checkStepChains, rebuildStepChain, STEP_FORMAT } from './step-chain-queries.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let orderId: string;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  [buyer, seller] = [await fixture.person(), await fixture.person()];
});
afterAll(() => fixture.close());

interface StepView {
  readonly id: string;
  readonly payment_id: string;
  readonly seq: number | null;
  readonly status: string;
  readonly actor: string;
  readonly actor_id: string | null;
  readonly at: string;
  readonly prev_hash: string | null;
  readonly hash: string | null;
}

const runQuery = (text: string, values: unknown[] = []) => fixture.pool.query(text, values);
const stepsOf = async (id: string): Promise<StepView[]> =>
  (
    await runQuery(
      `SELECT id, payment_id, seq, status, actor, actor_id,
         to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
         encode(prev_hash, 'hex') AS prev_hash, encode(hash, 'hex') AS hash
       FROM payment_steps WHERE payment_id = $1 ORDER BY at, seq`,
      [id],
    )
  ).rows;

/** The hash of a step by the documented format, computed without the database. */
function hashOf({ id, payment_id, seq, status, actor, actor_id, at, prev_hash }: StepView): string {
  const text = [
    STEP_FORMAT,
    id,
    payment_id,
    seq,
    status,
    actor,
    actor_id ?? '',
    at,
    prev_hash ?? '',
  ];
  return createHash('sha256').update(text.join('\n')).digest('hex');
}

/** The rules that the check reports for this order only, because other tests leave orders with broken chains behind. */
async function checkChain(checkedOrderId = orderId) {
  const violations = await checkStepChains(fixture.database.db);
  return violations.flatMap(({ rule, ids }) => (ids.includes(checkedOrderId) ? [rule] : []));
}
/** Makes a step look as if a node of the previous version, which computed no hashes, had written it. */
const removeHashes = (id: string, status: string) =>
  runQuery(
    `UPDATE payment_steps SET seq = NULL, prev_hash = NULL, hash = NULL
     WHERE payment_id = $1 AND status = $2`,
    [id, status],
  );
const moveOrder = (action: 'complete' | 'start', by: 'seller') =>
  fixture.move({ action, orderId, by, actorId: seller.uid });

beforeEach(async () => {
  orderId = (await fixture.order('complete', { buyer, seller })).id;
});

describe('the steps of an order', () => {
  it('form a chain that anybody can compute', async () => {
    const steps = await stepsOf(orderId);
    expect(steps.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 'awaiting_payment'],
      [2, 'awaiting_start'],
      [3, 'in_progress'],
      [4, 'complete'],
    ]);
    expect(steps.map(({ prev_hash }) => prev_hash)).toEqual([
      null,
      ...steps.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(steps.map(({ hash }) => hash)).toEqual(steps.map(hashOf));
    expect(await checkChain()).toEqual([]);
  });

  it('continue at one place when many transitions race', async () => {
    const { id } = await fixture.order('in_progress', { buyer, seller });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fixture.move({
          action: 'complete',
          orderId: id,
          ...(n % 2 === 0
            ? ({ by: 'seller', actorId: seller.uid } as const)
            : ({ by: 'buyer', actorId: buyer.uid } as const)),
        }),
      ),
    );
    expect((await stepsOf(id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await checkChain(id)).toEqual([]);
  });

  it('cannot be added twice at the same place', async () => {
    const secondInsert = runQuery(
      `INSERT INTO payment_steps (id, payment_id, status, actor, seq, prev_hash, hash)
       SELECT gen_random_uuid(), payment_id, 'refunded', 'admin', seq, prev_hash, hash
       FROM payment_steps WHERE payment_id = $1 AND seq = 4`,
      [orderId],
    );
    await expect(secondInsert).rejects.toMatchObject({ constraint: 'payment_steps_chain' });
  });
});

describe('the check of the chains', () => {
  it.each([
    ['status', "status = 'refunded'"],
    ['actor', "actor = 'system'"],
    ['person', 'actor_id = (SELECT buyer_id FROM payments WHERE id = payment_id)'],
    ['time', "at = at + interval '1 microsecond'"],
    ['id', 'id = gen_random_uuid()'],
  ])('finds a step whose %s was changed', async (_, change) => {
    await runQuery(`UPDATE payment_steps SET ${change} WHERE payment_id = $1 AND seq = 3`, [
      orderId,
    ]);
    expect(await checkChain()).toEqual(['step']);
  });

  it('finds a step that was changed together with its hash', async () => {
    const [, , step] = await stepsOf(orderId);
    const changedStep = { ...(step as StepView), actor: 'system' };
    await runQuery(`UPDATE payment_steps SET actor = $2, hash = decode($3, 'hex') WHERE id = $1`, [
      changedStep.id,
      changedStep.actor,
      hashOf(changedStep),
    ]);
    expect(await checkChain()).toEqual(['chain']);
  });

  it.each([1, 2, 3, 4])('finds that step %i was removed', async (seq) => {
    await runQuery('DELETE FROM payment_steps WHERE payment_id = $1 AND seq = $2', [orderId, seq]);
    expect(await checkChain()).toEqual(['chain']);
  });

  it('finds that all steps of an order were removed', async () => {
    await fixture.order('awaiting_start', { buyer, seller });
    const laterOrder = await fixture.order('awaiting_start', { buyer, seller });
    await runQuery('DELETE FROM payment_steps WHERE payment_id = $1', [laterOrder.id]);
    expect(await checkChain(laterOrder.id)).toEqual(['chain']);
  });

  it('lets an order with a removed step move on, and still finds it', async () => {
    orderId = (await fixture.order('in_progress', { buyer, seller })).id;
    await runQuery('DELETE FROM payment_steps WHERE payment_id = $1 AND seq = 2', [orderId]);
    expect(await moveOrder('complete', 'seller')).toMatchObject({ serviceStatus: 'complete' });
    expect(await checkChain()).toEqual(['chain']);
  });

  it.each([
    [
      'between two steps',
      `(SELECT at + interval '1 ms' FROM payment_steps
       WHERE payment_id = $1 AND seq = 2)`,
    ],
    ['before the order', `(SELECT created_at - interval '1 hour' FROM payments WHERE id = $1)`],
    ['long after the first hashed step', "clock_timestamp() + interval '2 hours'"],
  ])('finds a step without a hash that was added %s', async (_, timeSql) => {
    await runQuery(
      `INSERT INTO payment_steps (id, payment_id, status, actor, at)
       VALUES (gen_random_uuid(), $1, 'refunded', 'admin', ${timeSql})`,
      [orderId],
    );
    expect(await checkChain()).toEqual(['chain']);
  });

  it('finds a last step that was replaced by one without a hash', async () => {
    await runQuery(
      `UPDATE payment_steps SET seq = NULL, prev_hash = NULL, hash = NULL,
         at = clock_timestamp() + interval '2 hours'
       WHERE payment_id = $1 AND seq = 4`,
      [orderId],
    );
    expect(await checkChain()).toEqual(['chain']);
  });

  it('finds a step that was added with a hash of its own', async () => {
    const steps = await stepsOf(orderId);
    const lastStep = steps.at(-1) as StepView;
    const addedStep = {
      ...lastStep,
      id: crypto.randomUUID(),
      seq: 5,
      status: 'refunded',
      prev_hash: lastStep.hash,
    };
    await runQuery(
      `INSERT INTO payment_steps (id, payment_id, seq, status, actor, actor_id, at, prev_hash, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), decode($9, 'hex'))`,
      [
        addedStep.id,
        addedStep.payment_id,
        5,
        addedStep.status,
        addedStep.actor,
        addedStep.actor_id,
        addedStep.at,
      ].concat(addedStep.prev_hash as string, hashOf(addedStep)),
    );
    expect(await checkChain()).toEqual(['chain']);
  });
});

describe('steps of the version before', () => {
  it('have no hash; the chain starts with the first step that has one', async () => {
    orderId = (await fixture.order('awaiting_start', { buyer, seller })).id;
    for (const status of ['awaiting_payment', 'awaiting_start'])
      await removeHashes(orderId, status);
    await moveOrder('start', 'seller');
    const steps = await stepsOf(orderId);
    expect(steps.map(({ seq, prev_hash }) => [seq, prev_hash])).toEqual([
      [null, null],
      [null, null],
      [3, null],
    ]);
    expect(await checkChain()).toEqual([]);
    await runQuery('DELETE FROM payment_steps WHERE payment_id = $1 AND seq IS NULL', [orderId]);
    expect(await checkChain()).toEqual(['chain']);
  });

  it('may stand in a chain while both versions run', async () => {
    orderId = (await fixture.order('in_progress', { buyer, seller })).id;
    await removeHashes(orderId, 'in_progress');
    expect(await checkChain()).toEqual([]);
    await moveOrder('complete', 'seller');
    const steps = await stepsOf(orderId);
    expect(steps.map(({ seq }) => seq)).toEqual([1, 2, null, 4]);
    expect(steps[3]?.prev_hash).toBe(steps[1]?.hash);
    expect(await checkChain()).toEqual([]);
  });

  it('alone are no violation', async () => {
    for (const { status } of await stepsOf(orderId)) await removeHashes(orderId, status);
    expect(await checkChain()).toEqual([]);
  });
});

it('a chain is made anew for demo data whose steps were dated back', async () => {
  await runQuery(`UPDATE payments SET created_at = created_at - interval '3 days' WHERE id = $1`, [
    orderId,
  ]);
  await runQuery(`UPDATE payment_steps SET at = at - interval '2 days' WHERE payment_id = $1`, [
    orderId,
  ]);
  expect(await checkChain()).toEqual(['step']);
  await rebuildStepChain(fixture.database.db, orderId);
  const steps = await stepsOf(orderId);
  expect(steps.map(({ hash }) => hash)).toEqual(steps.map(hashOf));
  expect(await checkChain()).toEqual([]);
});
