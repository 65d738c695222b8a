import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../../src/ports/ids.ts';
import { buildPaidOrder, buildService } from '../../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A person with a published service that has one review. */
interface Seller extends TestPerson {
  readonly serviceId: string;
}

async function addReview(service: string, buyer: string, seller: string): Promise<void> {
  const orderId = await buildPaidOrder(
    app.pool,
    { service, buyer, seller },
    { price: 0, service_status: 'complete' },
  );
  await app.pool.query(
    `INSERT INTO reviews (id, payment_id, service_id, seller_id, author_id, title, description,
       rating, recommend)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 'Ótima', 'Recomendo muito.', 5, true)`,
    [orderId, service, seller, buyer],
  );
}

async function createSeller(): Promise<Seller> {
  personCount += 1;
  const word = `Xavante${String.fromCharCode(97 + (personCount % 26), 97 + Math.floor(personCount / 26))}`;
  const person = await app.signIn(word);
  const title = `Aula de ${person.user.username}`;
  const serviceId = await buildService(app.pool, person.uid, { title, price: 0 });
  const fan = await app.signIn(`Compra${personCount}`);
  await addReview(serviceId, fan.uid, person.uid);
  return { ...person, serviceId };
}

const setBlock = (blocker: TestPerson, { uid }: TestPerson, method: 'PUT' | 'DELETE' = 'PUT') =>
  blocker
    .fetch(`/api/users/${uid}/block`, { method })
    .then(({ status }) => expect(status).toBe(204));

const readJson = <T>(response: Response) => response.json() as Promise<T>;

describe('a purchase between people who blocked each other', () => {
  const buy = (buyerPerson: TestPerson, serviceId: string, key = systemIds.uuid()) =>
    buyerPerson.fetch('/api/payments/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ serviceId }),
    });
  const refusal = {
    status: 403,
    code: 'blocked',
    error: 'Não é possível interagir com esta pessoa.',
  };
  const answerOf = async (response: Response) => ({
    status: response.status,
    ...(await readJson<object>(response)),
  });

  it.each(['the seller', 'the buyer'])(
    'is refused while a block by %s exists, and possible once the block is removed',
    async (blockerRole) => {
      const [seller, buyer] = [await createSeller(), await createSeller()];
      const [by, of] = blockerRole === 'the seller' ? [seller, buyer] : [buyer, seller];
      await setBlock(by, of);
      expect(await answerOf(await buy(buyer, seller.serviceId))).toMatchObject(refusal);
      await setBlock(by, of, 'DELETE');
      expect((await buy(buyer, seller.serviceId)).status).toBe(201);
    },
  );

  it('is refused with the error of the block before any other error of an existing service', async () => {
    const [seller, buyer] = [await createSeller(), await createSeller()];
    await setBlock(seller, buyer);
    for (const change of ["status = 'paused'", 'adult = true']) {
      await app.pool.query(`UPDATE services SET ${change} WHERE id = $1`, [seller.serviceId]);
      expect(await answerOf(await buy(buyer, seller.serviceId)), change).toMatchObject(refusal);
    }
    await app.pool.query('UPDATE services SET deleted_at = now() WHERE id = $1', [
      seller.serviceId,
    ]);
    expect((await buy(buyer, seller.serviceId)).status).toBe(404);
  });

  it('does not reveal a service that the person may not see anyway', async () => {
    const [seller, buyer] = [await createSeller(), await createSeller()];
    await app.pool.query("UPDATE users SET privacy = 'private' WHERE uid = $1", [seller.uid]);
    await setBlock(buyer, seller);
    expect((await buy(buyer, seller.serviceId)).status).toBe(404);
  });

  it('that was made before the block can be read, started and reviewed, and its pack can be opened', async () => {
    const [seller, buyer] = [await createSeller(), await createSeller()];
    const { serviceId } = seller;
    const key = systemIds.uuid();
    const { payment } = await readJson<{ payment: { id: string } }>(
      await buy(buyer, serviceId, key),
    );
    await setBlock(seller, buyer);
    await setBlock(buyer, seller);
    const id = payment.id;
    expect((await buy(buyer, serviceId, key)).status).toBe(201);
    const steps = [
      { serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() },
      { serviceStatus: 'complete', endedIt: seller.uid },
    ];
    for (const step of steps) {
      const response = await seller.fetch(`/api/payments/${id}/update-payment`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(step),
      });
      expect({ ...step, status: response.status }).toEqual({ ...step, status: 200 });
    }
    for (const person of [seller, buyer]) {
      expect((await person.fetch(`/api/payments/${id}`)).status).toBe(200);
      expect((await person.fetch(`/api/services/${serviceId}`)).status).toBe(200);
    }
    const serviceList = await buyer.api.catalog.listServices({ query: { seller: seller.uid } });
    expect(serviceList.services).toEqual([]);
    await buyer.api.reviews.createReview({
      params: { serviceId, paymentId: id },
      body: { title: 'Boa', description: 'Aprendi a mirar.', rating: 5, recommend: true },
    });
    const { reviews } = await seller.api.reviews.listReviews({ params: { serviceId }, query: {} });
    expect(reviews[0]?.author.uid).toBe(buyer.uid);
  });

  it('stays on the boards of both people when it is paid', async () => {
    const [seller, buyer] = [await createSeller(), await createSeller()];
    await buildPaidOrder(
      app.pool,
      { service: seller.serviceId, buyer: buyer.uid, seller: seller.uid },
      { price: 0 },
    );
    await setBlock(seller, buyer);
    for (const [one, role] of [
      [buyer, 'buyer'],
      [seller, 'seller'],
    ] as const) {
      const { payments } = await one.api.orders.listPayments({ query: { role } });
      expect(payments.some(({ serviceId }) => serviceId === seller.serviceId)).toBe(true);
    }
  });
});
