import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/data/builders.ts';
import { startTestApp, type TestApp } from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a service tells how long its seller takes to start as soon as an order has started', async () => {
  const [seller, buyer] = [await app.signIn('vende'), await app.signIn('compra')];
  const serviceId = await buildService(app.pool, seller.uid, { price: 0 });
  const readUsualStartMs = async () =>
    (await buyer.api.catalog.getService({ params: { serviceId } })).usualStartMs;
  expect(await readUsualStartMs()).toBeNull();
  const { payment } = await buyer.api.orders.checkout({
    body: { serviceId },
    idempotencyKey: randomUUID(),
  });
  expect(await readUsualStartMs()).toBeNull();
  await seller.api.orders.updatePayment({
    params: { id: payment.id },
    body: { serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() },
  });
  expect(await readUsualStartMs()).toEqual(expect.any(Number));
});
