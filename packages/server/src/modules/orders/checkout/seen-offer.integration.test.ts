import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person('user', 'Bia Compradora');
  seller = await fixture.person();
});
afterAll(() => fixture.close());

const createIdempotencyKey = () => systemIds.uuid();

const ordersOf = async (serviceId: string) => {
  const { rows } = await fixture.pool.query('SELECT id FROM payments WHERE service_id = $1', [
    serviceId,
  ]);
  return rows;
};

describe('a purchase that says what the buyer has seen', () => {
  it('refuses a service that is not as the buyer has seen it, but repeats an order placed before', async () => {
    const archives = [
      { kind: 'PNG' as const, count: 2 },
      { kind: 'MP4' as const, count: 1 },
    ];
    const fields = {
      type: 'media' as const,
      description: 'Dez mapas.',
      archives: archives.toReversed(),
    };
    const service = await fixture.service(seller, { ...fields, title: 'Mapas' });
    const seen = { title: 'Mapas', description: 'Dez mapas.', archives };
    const buySeen = (seenFields: object, key = createIdempotencyKey()) =>
      fixture.call(
        buyer,
        'POST',
        '/api/payments/checkout',
        { serviceId: service.id, seen: { ...seen, ...seenFields } },
        { 'idempotency-key': key },
      );
    const idempotencyKey = createIdempotencyKey();
    expect((await buySeen({}, idempotencyKey)).statusCode).toBe(201);
    const changes = [
      { title: 'Mapa' },
      { description: 'Doze mapas.' },
      { archives: [{ kind: 'PNG', count: 3 }, archives[1]] },
      { archives: [] },
    ];
    for (const change of changes) {
      const answer = await buySeen(change);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'service_changed',
        error: 'Quem vende mudou este serviço. Confira e aperte Contratar de novo.',
      });
      expect((await buySeen(change, idempotencyKey)).statusCode).toBe(201);
    }
    expect((await buySeen({ title: 'x'.repeat(36) })).statusCode).toBe(400);
    expect(await ordersOf(service.id)).toHaveLength(1);
  });

  it('refuses a service that changes while the order is placed', async () => {
    const service = await fixture.service(seller, { title: 'Antes' });
    await using change = await holdTransaction(fixture.pool, [
      `UPDATE services SET title = 'Depois' WHERE id = $1`,
      [service.id],
    ]);
    const answer = fixture.call(
      buyer,
      'POST',
      '/api/payments/checkout',
      {
        serviceId: service.id,
        seen: { title: 'Antes', description: service.description, archives: [] },
      },
      { 'idempotency-key': createIdempotencyKey() },
    );
    await change.waitForWaiters(1);
    await change.commit();
    expect((await answer).json()).toMatchObject({ code: 'service_changed' });
    expect(await ordersOf(service.id)).toEqual([]);
  });
});
