import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChargebackSteps } from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

/** Gives the seller a debt of 90 % of `price` centavos, which may be withdrawn before: a contested sale. */
async function createDebt(price: number): Promise<void> {
  const steps = createChargebackSteps(fixture, fixture);
  const order = await steps.sell(price);
  await fixture.endClearing(order.id);
  await steps.withdraw((await fixture.walletOf()).available);
  await steps.changeChargeback(order.id);
}

/** The seller's notification about the end of a dispute that the team decided, without the name of the order. */
async function readNotice(id: string): Promise<string | undefined> {
  const notices = await fixture.notificationsOf(id, 'dispute_resolved');
  const notice = notices.find(({ receiver }) => receiver === fixture.seller.uid);
  return notice?.content.replace(/^A disputa do pedido .* terminou: /, '');
}

const reason = 'Motivo da equipe: As mensagens mostram isso.';
const released = { outcome: 'released' };
const partlyRefunded = { outcome: 'partly_refunded', refundAmount: '20' };

describe.each(['progress', 'clearing'] as const)('a decided dispute of an order in %s', (from) => {
  async function decide(decision: object): Promise<string> {
    const build = from === 'progress' ? fixture.buildOrderInProgress : fixture.buildCompletedOrder;
    const id = await build();
    await fixture.open(id);
    expect((await fixture.decide(id, decision)).statusCode).toBe(200);
    return id;
  }

  it('says what is available, without a debt', async () => {
    expect(await readNotice(await decide(released))).toBe(
      `o valor, menos a taxa, já está disponível na sua carteira. ${reason}`,
    );
    expect(await readNotice(await decide(partlyRefunded))).toBe(
      `R$ 20,00 voltam para quem comprou, e o resto, menos a taxa, já está disponível na sua carteira. ${reason}`,
    );
  });

  it('says how much paid a debt, and how much is available', async () => {
    await createDebt(2000);
    expect(await readNotice(await decide(released))).toBe(
      'do valor, menos a taxa, R$ 18,00 foram para o que você tinha a devolver por pagamentos contestados, ' +
        `e R$ 26,91 estão disponíveis na sua carteira. ${reason}`,
    );
    expect(await fixture.walletOf()).toMatchObject({ available: '26.91', debt: '0.00' });
  });

  it('says so for a part of the price', async () => {
    await createDebt(2000);
    expect(await readNotice(await decide(partlyRefunded))).toBe(
      'R$ 20,00 voltam para quem comprou. Do resto, menos a taxa, R$ 18,00 foram para o que você tinha a devolver ' +
        `por pagamentos contestados, e R$ 8,91 estão disponíveis na sua carteira. ${reason}`,
    );
    expect(await fixture.walletOf()).toMatchObject({ available: '8.91', debt: '0.00' });
  });

  it('says that nothing is available when a debt takes everything', async () => {
    await createDebt(10_000);
    expect(await readNotice(await decide(released))).toBe(
      'do valor, menos a taxa, R$ 44,91 foram para o que você tinha a devolver por pagamentos contestados, ' +
        `e nada ficou disponível. ${reason}`,
    );
    expect(await fixture.walletOf()).toMatchObject({ available: '0.00', debt: '45.09' });
  });
});
