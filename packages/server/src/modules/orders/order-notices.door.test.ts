import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
  admin = await rig.person('admin');
});
afterAll(() => rig.close());

const update = (who: Person, id: string, body: object) =>
  rig.call(who, 'PATCH', `/api/payments/${id}/update-payment`, body);
const begin = { serviceStatus: 'in_progress', startedServiceAt: '2026-11-20T12:00:00Z' };
const end = (who: Person) => ({ serviceStatus: 'complete', endedIt: who.uid });
const brief = async (id: string) =>
  (await rig.toldOf(id)).map(({ event, receiver }) => [
    event,
    receiver === buyer.uid ? 'buyer' : 'seller',
  ]);

describe('the people of an order are told', () => {
  it.each([4990, 0])('of a whole life for %i centavos, each thing once', async (price) => {
    const order = await rig.order('awaiting_payment', { buyer, seller, price });
    if (price > 0) {
      expect(await brief(order.id)).toEqual([]);
      rig.provider.pay(order.id);
      for (let n = 0; n < 3; n += 1) await rig.deliver(order.id);
    }
    await Promise.all(Array.from({ length: 20 }, () => update(seller, order.id, begin)));
    await Promise.all(Array.from({ length: 20 }, () => update(buyer, order.id, end(buyer))));
    expect(await brief(order.id)).toEqual([
      ['paid', 'seller'],
      ['started', 'buyer'],
      ['completed', 'seller'],
    ]);
  });

  it('of the start by the seller’s own greeting, a message', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    await update(seller, order.id, begin);
    expect((await rig.toldOf(order.id)).at(-1)).toEqual({
      event: 'started',
      receiver: buyer.uid,
      sender: seller.uid,
      type: 'message',
      content: `Olá! O atendimento do pedido ${order.purchaseCode} (“Aula de mira”) vai começar. Você confirma sua disponibilidade?`,
    });
  });

  it('of a refund by the seller to the buyer, by the team to both', async () => {
    const [one, other] = [
      await rig.order('awaiting_start', { buyer, seller }),
      await rig.order('in_progress', { buyer, seller }),
    ];
    await rig.call(seller, 'POST', `/api/payments/${one.id}/refund`);
    await rig.call(admin, 'POST', `/api/payments/${other.id}/refund`);
    expect((await brief(one.id)).slice(1)).toEqual([['refunded', 'buyer']]);
    expect((await brief(other.id)).slice(2)).toEqual([
      ['refunded', 'buyer'],
      ['refunded', 'seller'],
    ]);
  });

  it('of nothing that was refused', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    const before = await rig.toldOf(order.id);
    await update(buyer, order.id, begin);
    await update(seller, order.id, end(seller));
    await rig.call(buyer, 'POST', `/api/payments/${order.id}/cancel`);
    await rig.call(buyer, 'POST', `/api/payments/${order.id}/refund`);
    expect(await rig.toldOf(order.id)).toEqual(before);
  });
});
