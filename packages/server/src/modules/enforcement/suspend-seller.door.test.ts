import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EnforcementRig, enforcementRig } from '../../../test/enforcement-rig.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { addServiceRow } from '../../../test/rows.ts';
import { serviceRig } from '../../../test/service-rig.ts';

let app: TestApp;
let rig: EnforcementRig;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'error' } });
  rig = enforcementRig(app);
  admin = await app.admin();
});
afterAll(() => app.close());

let count = 0;
const somebody = (name = 'Pessoa') => {
  count += 1;
  return app.person(`${name}${count}`);
};
const suspend = (who: TestPerson, days?: number) =>
  rig.act(admin, 'suspend', ['user', who.uid], days === undefined ? {} : { days });

describe('a suspended seller', () => {
  const order = async (seller: TestPerson, buyer: TestPerson): Promise<string> => {
    const service = await addServiceRow(app.pool, seller.uid, { price: 0 });
    const answer = await serviceRig(app).buy(buyer, service);
    return ((await answer.json()) as { payment: { id: string } }).payment.id;
  };
  const statusOf = async (id: string) =>
    (
      await rig.one<{ status: string }>(
        'SELECT service_status AS status FROM payments WHERE id = $1',
        id,
      )
    ).status;

  it('for good gives back what waits for its start, and goes on with the rest', async () => {
    const [seller, buyer] = [await somebody(), await somebody()];
    const [waits, runs] = [await order(seller, buyer), await order(seller, buyer)];
    const body = {
      serviceStatus: 'in_progress',
      startedServiceAt: new Date().toISOString(),
    } as const;
    await seller.api.orders.updatePayment({ params: { id: runs }, body });
    await suspend(seller);
    await expect.poll(() => statusOf(waits)).toBe('refunded');
    expect(await statusOf(runs)).toBe('in_progress');
    expect(await rig.logOf(waits)).toEqual(['refund Quem vende foi suspenso de vez.']);
    const step = `SELECT actor, actor_id FROM payment_steps
      WHERE payment_id = $1 AND status = 'refunded'`;
    expect(await rig.one(step, waits)).toEqual({ actor: 'admin', actor_id: admin.uid });
  });

  it('for some days goes on with all of it, and sells nothing', async () => {
    const [seller, buyer] = [await somebody(), await somebody()];
    const waits = await order(seller, buyer);
    const service = await addServiceRow(app.pool, seller.uid, { price: 0 });
    await suspend(seller, 3);
    await rig.idle();
    expect(await statusOf(waits)).toBe('awaiting_start');
    const bought = await serviceRig(app).buy(buyer, service);
    expect(await bought.json()).toMatchObject({ code: 'service_not_found' });
    expect(
      (await buyer.api.catalog.listServices({ query: { seller: seller.uid } })).services,
    ).toEqual([]);
  });

  it('is bought from before or not at all: no order is left that nobody serves', async () => {
    const sales = serviceRig(app);
    const buyers = await Promise.all(Array.from({ length: 4 }, () => somebody('Compra')));
    for (let round = 0; round < 4; round += 1) {
      const seller = await somebody();
      const service = await addServiceRow(app.pool, seller.uid, { price: 0 });
      const bought = buyers.map((buyer) => sales.buy(buyer, service));
      await Promise.all([...bought, suspend(seller)]);
      const left = `SELECT count(*)::int AS count FROM payments
        WHERE seller_id = $1 AND service_status = 'awaiting_start'`;
      await expect.poll(() => rig.one(left, seller.uid)).toEqual({ count: 0 });
    }
  });
});
