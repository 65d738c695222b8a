import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { markPackOpened } from '../index.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());

const createPaidOrder = (price = 4990) => fixture.order('awaiting_start', { buyer, seller, price });
const refundOrder = (person: Person, id: string) => fixture.refund(person, id);
const expectRefusal = async (
  answer: ReturnType<typeof refundOrder>,
  status: number,
  error: string,
) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';

describe('taking an order back', () => {
  const openPack = (id: string) => markPackOpened(fixture.database.db, id);

  it('is the buyer’s right before the start: everything goes back, once', async () => {
    const order = await createPaidOrder();
    const answer = await refundOrder(buyer, order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({
      serviceStatus: 'refunded',
      refundedAmount: '49.90',
      packOpened: false,
    });
    expect((await fixture.stepsOf(order.id)).at(-1)).toMatchObject({ actor: 'buyer' });
    expect(await fixture.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
    expect((await refundOrder(buyer, order.id)).json()).toEqual(answer.json());
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'buyer' }]);
    expect((await fixture.notificationsOf(order.id)).at(-1)).toMatchObject({
      event: 'refunded',
      receiver: seller.uid,
      sender: buyer.uid,
      content: `Quem comprou desfez o pedido ${order.purchaseCode} (“Aula de mira”) antes do início. Não há nada a fazer.`,
    });
    await expectRefusal(refundOrder(seller, order.id), 409, 'Pagamento já processado.');
  });

  it('of a free order needs no money', async () => {
    const order = await createPaidOrder(0);
    expect((await refundOrder(buyer, order.id)).json().payment).toMatchObject({
      serviceStatus: 'refunded',
      refundedAmount: '0.00',
    });
  });

  it('ends when a file of the pack was opened, or the seller starts', async () => {
    const order = await createPaidOrder();
    expect(await openPack(order.id)).toBe(true);
    const packOpenedMessage =
      'Você já abriu os arquivos deste pacote. Fale com quem vendeu ou com a equipe.';
    await expectRefusal(refundOrder(buyer, order.id), 409, packOpenedMessage);
    expect((await refundOrder(seller, order.id)).statusCode).toBe(200);

    const startedOrder = await fixture.order('in_progress', { buyer, seller });
    await expectRefusal(refundOrder(buyer, startedOrder.id), 409, WRONG_STATUS);
  });

  it.each(['awaiting_payment', 'complete', 'cancelled'] as const)(
    'is too early or too late in %s',
    async (status) => {
      const order = await fixture.order(status, { buyer, seller });
      await expectRefusal(refundOrder(buyer, order.id), 409, WRONG_STATUS);
    },
  );

  it('closes the pack, also for a request that began before', async () => {
    const order = await createPaidOrder();
    expect((await refundOrder(buyer, order.id)).statusCode).toBe(200);
    expect(await openPack(order.id)).toBe(false);
    expect((await fixture.orderOf(order.id)).packOpenedAt).toBeNull();
  });

  it('or opening a file: one of the two wins', async () => {
    for (let n = 0; n < 15; n += 1) {
      const order = await createPaidOrder();
      const [refundResponse, ...openings] = await Promise.all([
        refundOrder(buyer, order.id),
        openPack(order.id),
        openPack(order.id),
        openPack(order.id),
      ]);
      const isRefunded = refundResponse.statusCode === 200;
      expect(openings).toEqual(isRefunded ? [false, false, false] : [true, true, true]);
    }
  });

  it('or starting: one of the two wins', async () => {
    for (let n = 0; n < 15; n += 1) {
      const order = await createPaidOrder();
      const body = { serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() };
      const [refundResponse, startResponse] = await Promise.all([
        refundOrder(buyer, order.id),
        fixture.call(seller, 'PATCH', `/api/payments/${order.id}/update-payment`, body),
      ]);
      expect(
        [refundResponse.statusCode, startResponse.statusCode].filter((code) => code === 200),
      ).toHaveLength(1);
    }
  });
});
