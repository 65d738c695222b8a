import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawPicture } from '../../../../test/fixtures/data/drawn-pictures.ts';
import { buildPng } from '../../../../test/fixtures/data/pictures.ts';
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
let servicesFixture: ReturnType<typeof createServicesFixture>;
let admin: TestPerson;
let seller: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  fixture = createModerationActionsFixture(app);
  servicesFixture = createServicesFixture(app);
  admin = await app.signInAdmin();
  [seller, buyer] = [await app.signIn('Vende'), await app.signIn('Compra')];
  for (const person of [seller, buyer]) await servicesFixture.checkAge(person);
});
afterAll(() => app.close());

const readStatus = async (url: string) =>
  (await app.fetch(new URL(url.split('?')[0] ?? '', app.url).pathname)).status;

/** Sells a free service with the picture, which the seller then replaces in the service. */
async function sellAndReplacePicture(picture: Buffer, category: 'music' | 'nudez' = 'music') {
  const service = await servicesFixture.publish(
    seller,
    { category, price: '0' },
    { image: picture },
  );
  const answer = await servicesFixture.buy(buyer, service.id);
  const { payment } = (await answer.json()) as { payment: { id: string } };
  const image = await buildPng();
  const changes = { category: 'music' };
  expect((await servicesFixture.patch(seller, service.id, changes, { image })).status).toBe(200);
  return { serviceId: service.id, orderId: payment.id, orderPicture: service.photoURL };
}

describe('a picture that only an order still shows', () => {
  let sale: Awaited<ReturnType<typeof sellAndReplacePicture>>;
  let subject: readonly ['service', string];
  beforeEach(async () => {
    sale = await sellAndReplacePicture(await buildPng());
    subject = ['service', sale.serviceId];
    expect(await readStatus(sale.orderPicture)).toBe(200);
  });

  it.each([
    ['hide', 'restore'],
    ['blur', 'unblur'],
  ] as const)('follows the service when the team decides %s and %s', async (restrict, undo) => {
    expect(await fixture.applyAction(admin, restrict, subject)).toBe(204);
    expect(await readStatus(sale.orderPicture)).toBe(404);
    expect(await fixture.applyAction(admin, undo, subject)).toBe(204);
    expect(await readStatus(sale.orderPicture)).toBe(200);
  });

  it('is for adults once its service is', async () => {
    const answer = await servicesFixture.patch(seller, sale.serviceId, { category: 'nudez' });
    expect(answer.status).toBe(200);
    expect(await readStatus(sale.orderPicture)).toBe(404);
  });
});

describe('a blurred service that an adult buys', () => {
  const isOrderForAdults = async (orderId: string) =>
    (
      await fixture.queryOne<{ adult: boolean }>(
        'SELECT adult FROM payments WHERE id = $1',
        orderId,
      )
    ).adult;

  it('is for everybody again when it is unblurred, with its orders and their pictures', async () => {
    const image = await buildPng();
    const service = await servicesFixture.publish(seller, { price: '0' }, { image });
    expect((await servicesFixture.buy(await app.signIn('Menor'), service.id)).status).toBe(201);
    expect(await fixture.applyAction(admin, 'blur', ['service', service.id])).toBe(204);
    const answer = await servicesFixture.buy(buyer, service.id);
    const { payment } = (await answer.json()) as { payment: { id: string } };
    expect(await isOrderForAdults(payment.id)).toBe(true);
    const newImage = await buildPng();
    expect((await servicesFixture.patch(seller, service.id, {}, { image: newImage })).status).toBe(
      200,
    );
    expect(await fixture.applyAction(admin, 'unblur', ['service', service.id])).toBe(204);
    expect(await isOrderForAdults(payment.id)).toBe(false);
    expect(await readStatus(service.photoURL)).toBe(200);
  });
});

describe('a picture of an order placed in the category for adults', () => {
  it('stays for adults when its service is unblurred', async () => {
    const { serviceId, orderPicture } = await sellAndReplacePicture(await buildPng(), 'nudez');
    for (const action of ['blur', 'unblur'] as const)
      expect(await fixture.applyAction(admin, action, ['service', serviceId])).toBe(204);
    expect(await readStatus(orderPicture)).toBe(404);
  });
});

describe('the picture of an order whose service was deleted', () => {
  it('can be banned until the order is restored', async () => {
    const picture = await drawPicture(31);
    const { serviceId, orderId, orderPicture } = await sellAndReplacePicture(picture);
    await seller.api.catalog.deleteService({ params: { serviceId } });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await fixture.applyAction(admin, 'ban_picture', ['order', orderId])).toBe(204);
    expect(await readStatus(orderPicture)).toBe(404);
    const sendAgain = () => servicesFixture.post(buyer, {}, { image: picture });
    expect(await (await sendAgain()).json()).toMatchObject({ code: 'picture_refused' });
    expect(await fixture.applyAction(admin, 'restore', ['order', orderId])).toBe(204);
    expect(await readStatus(orderPicture)).toBe(200);
    expect((await sendAgain()).status).toBe(201);
    expect(await fixture.logOf(orderId)).toEqual(['ban_picture Spam', 'restore Spam']);
  });
});
