import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChargebackSteps } from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { endClearing } from '../lifecycle/end-clearing.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let admin: Person;
let chargebackSteps: ReturnType<typeof createChargebackSteps>;
beforeAll(async () => {
  fixture = await createOrdersFixture({ clearingHours: 0, clearingHoursConfirmed: 24 });
  buyer = await fixture.person();
  admin = await fixture.person('admin');
});
beforeEach(async () => {
  seller = await fixture.person();
  chargebackSteps = createChargebackSteps(fixture, { buyer, seller });
});
afterAll(() => fixture.close());

/** Creates a seller who owes R$ 180,00 and has requested a withdrawal of the same amount. */
async function createIndebtedSeller() {
  const order = await chargebackSteps.sell(20_000);
  const withdrawalId = (await chargebackSteps.withdraw('180.00')).json().withdrawal.id as string;
  await chargebackSteps.changeChargeback(order.id);
  expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00', debt: '180.00' });
  return { order, withdrawalId };
}

/** The text of the notification about the end of a withdrawal. */
async function readWithdrawalNotice(withdrawalId: string): Promise<string> {
  const { rows } = await fixture.pool.query(
    `SELECT content FROM notifications WHERE additional_info->>'withdrawalId' = $1`,
    [withdrawalId],
  );
  return rows[0]?.content;
}

/** Creates a sale of R$ 100,00 that its buyer has completed and whose money the seller cannot withdraw yet. */
async function createClearingSale() {
  const order = await chargebackSteps.sell(10_000, 'in_progress');
  await fixture.complete(order.id, buyer);
  await fixture.passClearing(order.id);
  return order;
}

describe('a debt', () => {
  it('is paid by later sales, as soon as their money is available', async () => {
    await createIndebtedSeller();
    await chargebackSteps.sell(10_000);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00', debt: '90.00' });
    const order = await createClearingSale();
    expect(await chargebackSteps.readSums()).toMatchObject({ clearing: '90.00', debt: '90.00' });
    await endClearing(fixture.deps)(order.id);
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '0.00',
      clearing: '0.00',
      debt: '0.00',
    });
    await chargebackSteps.sell(10_000);
    const { available, debt, held, clearing, entries } = await chargebackSteps.readWallet();
    expect({ available, debt }).toEqual({ available: '90.00', debt: '0.00' });
    const sum = entries.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
    const balance = [available, held, clearing].reduce((total, text) => total + Number(text), 0);
    expect(sum).toBe(Math.round((balance - Number(debt)) * 100));
  });

  it('refuses new withdrawals, however much is available', async () => {
    await createIndebtedSeller();
    const refusedResponse = await chargebackSteps.withdraw('1.00');
    expect([refusedResponse.statusCode, refusedResponse.json().code]).toEqual([
      409,
      'wallet_in_debt',
    ]);
    expect(refusedResponse.json().error).toMatch(/^Você tem um valor a devolver/);
    await chargebackSteps.sell(30_000);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '90.00', debt: '0.00' });
    expect((await chargebackSteps.withdraw('90.00')).statusCode).toBe(201);
  });

  it('delays a requested withdrawal until sales have paid the debt', async () => {
    const { withdrawalId } = await createIndebtedSeller();
    const refusedResponse = await chargebackSteps.decide(admin, withdrawalId, 'settle');
    expect([refusedResponse.statusCode, refusedResponse.json().code]).toEqual([
      409,
      'withdrawal_in_debt',
    ]);
    expect(await chargebackSteps.readSums()).toMatchObject({
      withdrawing: '180.00',
      debt: '180.00',
    });
    await chargebackSteps.sell(20_000);
    expect((await chargebackSteps.decide(admin, withdrawalId, 'settle')).statusCode).toBe(200);
    expect(await chargebackSteps.readSums()).toMatchObject({ withdrawing: '0.00', debt: '0.00' });
  });

  it('is told to the team before anybody transfers the money, as is a suspension', async () => {
    const { withdrawalId } = await createIndebtedSeller();
    const readWithdrawal = async () => {
      const url = `/api/admin/withdrawals/${withdrawalId}`;
      return (await fixture.call(admin, 'GET', url)).json().withdrawal;
    };
    expect(await readWithdrawal()).toMatchObject({ debt: '180.00', suspended: false });
    await chargebackSteps.sell(20_000);
    await fixture.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [seller.uid]);
    expect(await readWithdrawal()).toMatchObject({ debt: '0.00', suspended: true });
  });

  it('is paid by a refused withdrawal first, and its notice says so', async () => {
    const { withdrawalId } = await createIndebtedSeller();
    await chargebackSteps.sell(10_000);
    expect((await chargebackSteps.decide(admin, withdrawalId, 'refuse')).statusCode).toBe(200);
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '90.00',
      withdrawing: '0.00',
      debt: '0.00',
    });
    expect(await readWithdrawalNotice(withdrawalId)).toBe(
      'Seu saque de R$ 180,00 foi recusado: R$ 90,00 foram para o que você tinha a devolver por pagamentos ' +
        'contestados, e R$ 90,00 estão disponíveis de novo. Motivo: Chave de outra pessoa.',
    );
  });

  it('may take a refused withdrawal whole, and its notice promises nothing', async () => {
    const { withdrawalId } = await createIndebtedSeller();
    expect((await chargebackSteps.decide(admin, withdrawalId, 'refuse')).statusCode).toBe(200);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00', debt: '0.00' });
    expect(await readWithdrawalNotice(withdrawalId)).toBe(
      'Seu saque de R$ 180,00 foi recusado: R$ 180,00 foram para o que você tinha a devolver por pagamentos ' +
        'contestados, e nada ficou disponível. Motivo: Chave de outra pessoa.',
    );
  });

  it('does not undo the settlement of a withdrawal that was paid before', async () => {
    const order = await chargebackSteps.sell(20_000);
    const id = (await chargebackSteps.withdraw('180.00')).json().withdrawal.id as string;
    expect((await chargebackSteps.decide(admin, id, 'settle')).statusCode).toBe(200);
    await chargebackSteps.changeChargeback(order.id);
    expect((await chargebackSteps.decide(admin, id, 'settle')).statusCode).toBe(200);
    expect(await chargebackSteps.readSums()).toMatchObject({ debt: '180.00' });
  });

  it('grows with a chargeback of a clearing order only by what the clearing money does not cover', async () => {
    await createIndebtedSeller();
    const order = await createClearingSale();
    await chargebackSteps.changeChargeback(order.id);
    expect(await chargebackSteps.readSums()).toMatchObject({ clearing: '0.00', debt: '180.00' });
    await endClearing(fixture.deps)(order.id);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00', debt: '180.00' });
  });
});
