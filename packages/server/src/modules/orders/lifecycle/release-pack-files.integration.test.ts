import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../../test/fixtures/data/builders.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());

/** Creates an order with one pack file, which is to be started next. */
async function buildOrderWithFile(price: number): Promise<string> {
  const { id } = await fixture.order('awaiting_start', { buyer, seller, price });
  const fileId = await buildPackFile(fixture.pool, seller.uid);
  await fixture.pool.query(
    'INSERT INTO order_archives (payment_id, archive_id, position) VALUES ($1, $2, 0)',
    [id, fileId],
  );
  return id;
}

async function refund(orderId: string): Promise<void> {
  const change = { action: 'refundUnstarted', by: 'seller', actorId: seller.uid } as const;
  await fixture.move({ ...change, orderId });
  expect((await fixture.orderOf(orderId)).serviceStatus).toBe('refunded');
}

const countFiles = async (orderId: string) =>
  (await fixture.pool.query('SELECT FROM order_archives WHERE payment_id = $1', [orderId]))
    .rowCount;

describe('a refund', () => {
  it('releases the pack files of a free order that was not opened', async () => {
    const [orderId, otherOrderId] = [await buildOrderWithFile(0), await buildOrderWithFile(0)];
    await refund(orderId);
    expect(await countFiles(orderId)).toBe(0);
    expect(await countFiles(otherOrderId)).toBe(1);
  });

  it('keeps the pack files of a free order that was opened', async () => {
    const orderId = await buildOrderWithFile(0);
    await fixture.pool.query('UPDATE payments SET pack_opened_at = now() WHERE id = $1', [orderId]);
    await refund(orderId);
    expect(await countFiles(orderId)).toBe(1);
  });

  it('keeps the pack files of a paid order, whose bank may still take the money back', async () => {
    const orderId = await buildOrderWithFile(4990);
    await refund(orderId);
    expect(await countFiles(orderId)).toBe(1);
  });
});
