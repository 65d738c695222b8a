import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
  admin = await fixture.person('admin');
});
afterAll(() => fixture.close());

const updateOrder = (person: Person, id: string, body: object) =>
  fixture.call(person, 'PATCH', `/api/payments/${id}/update-payment`, body);
const startChanges = { serviceStatus: 'in_progress', startedServiceAt: '2026-11-20T12:00:00Z' };
const completionBy = (person: Person) => ({ serviceStatus: 'complete', endedIt: person.uid });
const readNotificationTexts = async (id: string) =>
  (await fixture.notificationsOf(id)).map(({ event, receiver }) => [
    event,
    receiver === buyer.uid ? 'buyer' : 'seller',
  ]);

describe('buyer and seller are notified', () => {
  it.each([4990, 0])('of each step of an order of %i centavos, once', async (price) => {
    const order = await fixture.order('awaiting_payment', { buyer, seller, price });
    if (price > 0) {
      expect(await readNotificationTexts(order.id)).toEqual([]);
      fixture.provider.pay(order.id);
      for (let n = 0; n < 3; n += 1) await fixture.deliver(order.id);
    }
    await Promise.all(
      Array.from({ length: 20 }, () => updateOrder(seller, order.id, startChanges)),
    );
    await Promise.all(
      Array.from({ length: 20 }, () => updateOrder(buyer, order.id, completionBy(buyer))),
    );
    expect(await readNotificationTexts(order.id)).toEqual([
      ['paid', 'seller'],
      ['started', 'buyer'],
      ['completed', 'seller'],
    ]);
  });

  it('of the start by the seller’s greeting message', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    await updateOrder(seller, order.id, startChanges);
    expect((await fixture.notificationsOf(order.id)).at(-1)).toEqual({
      event: 'started',
      receiver: buyer.uid,
      sender: seller.uid,
      type: 'message',
      content: `Olá! O atendimento do pedido ${order.purchaseCode} (“Aula de mira”) vai começar. Você confirma sua disponibilidade?`,
    });
  });

  it('of a refund by the seller to the buyer, by the team to both', async () => {
    const [one, other] = [
      await fixture.order('awaiting_start', { buyer, seller }),
      await fixture.order('in_progress', { buyer, seller }),
    ];
    await fixture.call(seller, 'POST', `/api/payments/${one.id}/refund`);
    await fixture.refund(admin, other.id);
    expect((await readNotificationTexts(one.id)).slice(1)).toEqual([['refunded', 'buyer']]);
    expect((await readNotificationTexts(other.id)).slice(2)).toEqual([
      ['refunded', 'buyer'],
      ['refunded', 'seller'],
    ]);
  });

  it('of no refused change', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    const notificationsBefore = await fixture.notificationsOf(order.id);
    await updateOrder(buyer, order.id, startChanges);
    await updateOrder(seller, order.id, completionBy(seller));
    await fixture.call(buyer, 'POST', `/api/payments/${order.id}/cancel`);
    expect(await fixture.notificationsOf(order.id)).toEqual(notificationsBefore);
  });
});
