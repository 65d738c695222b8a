import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import { createServicesFixture } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ModerationActionsFixture;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'error' } });
  fixture = createModerationActionsFixture(app);
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

let personCount = 0;
const createPerson = (name = 'Pessoa') => {
  personCount += 1;
  return app.signIn(`${name}${personCount}`);
};
const suspendPerson = (person: TestPerson, days?: number) =>
  fixture.applyAction(admin, 'suspend', ['user', person.uid], days === undefined ? {} : { days });

describe('a suspended seller', () => {
  const placeOrder = async (seller: TestPerson, buyer: TestPerson): Promise<string> => {
    const serviceId = await buildService(app.pool, seller.uid, { price: 0 });
    const answer = await createServicesFixture(app).buy(buyer, serviceId);
    return ((await answer.json()) as { payment: { id: string } }).payment.id;
  };
  const statusOf = async (id: string) =>
    (
      await fixture.queryOne<{ status: string }>(
        'SELECT service_status AS status FROM payments WHERE id = $1',
        id,
      )
    ).status;

  it('without an end has orders that await their start refunded and continues the rest', async () => {
    const [seller, buyer] = [await createPerson(), await createPerson()];
    const [waits, runs] = [await placeOrder(seller, buyer), await placeOrder(seller, buyer)];
    const body = {
      serviceStatus: 'in_progress',
      startedServiceAt: new Date().toISOString(),
    } as const;
    await seller.api.orders.updatePayment({ params: { id: runs }, body });
    await suspendPerson(seller);
    await expect.poll(() => statusOf(waits)).toBe('refunded');
    expect(await statusOf(runs)).toBe('in_progress');
    expect(await fixture.logOf(waits)).toEqual(['refund Quem vende foi suspenso de vez.']);
    const stepSql = `SELECT actor, actor_id FROM payment_steps
      WHERE payment_id = $1 AND status = 'refunded'`;
    expect(await fixture.queryOne(stepSql, waits)).toEqual({ actor: 'admin', actor_id: admin.uid });
  });

  it('for some days continues all orders and sells nothing', async () => {
    const [seller, buyer] = [await createPerson(), await createPerson()];
    const waitingOrderId = await placeOrder(seller, buyer);
    const serviceId = await buildService(app.pool, seller.uid, { price: 0 });
    await suspendPerson(seller, 3);
    await fixture.runJobs();
    expect(await statusOf(waitingOrderId)).toBe('awaiting_start');
    const purchaseResponse = await createServicesFixture(app).buy(buyer, serviceId);
    expect(await purchaseResponse.json()).toMatchObject({ code: 'service_not_found' });
    expect(
      (await buyer.api.catalog.listServices({ query: { seller: seller.uid } })).services,
    ).toEqual([]);
  });

  const createUnpaidOrder = async (seller: TestPerson, buyer: TestPerson) => {
    const serviceId = await buildService(app.pool, seller.uid);
    const answer = await createServicesFixture(app).buy(buyer, serviceId);
    const checkout = (await answer.json()) as { payment: { id: string }; checkoutUrl: string };
    const { payment, checkoutUrl } = checkout;
    return { id: payment.id, press: (button: string) => press(checkoutUrl, button) };
  };
  const press = async (checkoutUrl: string, button: string) =>
    (await fetch(`${checkoutUrl}/${button}`, { method: 'POST', redirect: 'manual' })).status;
  const moneyOf = (id: string) =>
    fixture.queryOne<{ kept: number }>(
      `SELECT (coalesce(amount_paid, 0) - amount_refunded)::int AS kept FROM payments WHERE id = $1`,
      id,
    );

  it.each([[undefined], [3]])('has its unpaid orders cancelled (days: %s)', async (days) => {
    const [seller, buyer] = [await createPerson(), await createPerson()];
    const { id, press: pressOnCheckout } = await createUnpaidOrder(seller, buyer);
    await suspendPerson(seller, days);
    await expect.poll(() => statusOf(id)).toBe('cancelled');
    const { payment } = await buyer.api.orders.getPayment({ params: { id } });
    expect(payment).toMatchObject({ checkoutUrl: null, steps: [{}, { status: 'cancelled' }] });
    expect(await pressOnCheckout('approve')).toBe(409);
    await fixture.runJobs();
    expect(await moneyOf(id)).toEqual({ kept: 0 });
    const { notifications } = await buyer.api.notifications.listNotifications({ query: {} });
    expect(notifications.map(({ additionalInfo }) => additionalInfo['event'])).toEqual(['revoked']);
    expect(notifications[0]?.content).toContain('quem vende não pode atender agora');
  });

  it('does not keep a payment that arrives at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [seller, buyer] = [await createPerson(), await createPerson()];
      const { id, press: pressOnCheckout } = await createUnpaidOrder(seller, buyer);
      const pay = () => pressOnCheckout('approve');
      await Promise.all(
        round % 2 ? [suspendPerson(seller), pay()] : [pay(), suspendPerson(seller)],
      );
      await expect.poll(() => statusOf(id)).toMatch(/^(cancelled|refunded)$/);
      await expect.poll(() => moneyOf(id)).toEqual({ kept: 0 });
    }
  });

  it('gets a concurrent purchase before the suspension or not at all', async () => {
    const servicesFixture = createServicesFixture(app);
    const buyers = await Promise.all(Array.from({ length: 4 }, () => createPerson('Compra')));
    for (let round = 0; round < 4; round += 1) {
      const seller = await createPerson();
      const serviceId = await buildService(app.pool, seller.uid, { price: 0 });
      const purchases = buyers.map((buyer) => servicesFixture.buy(buyer, serviceId));
      await Promise.all([...purchases, suspendPerson(seller)]);
      const unstartedCountSql = `SELECT count(*)::int AS count FROM payments
        WHERE seller_id = $1 AND service_status = 'awaiting_start'`;
      await expect
        .poll(() => fixture.queryOne(unstartedCountSql, seller.uid))
        .toEqual({ count: 0 });
    }
  });
});
