import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createPayoutsFixture,
  type PayoutsFixture,
} from '../../../../test/fixtures/modules/money/payouts-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';
import { anonymiseAccount } from '../../users/index.ts';
import { erasePaymentDetails } from '../withdrawals/withdrawal-store.ts';

let fixture: PayoutsFixture;
beforeAll(async () => {
  fixture = await createPayoutsFixture();
});
afterAll(() => fixture.close());

const closeAccount = (uid: string) =>
  fixture.database.transaction(async (tx) => {
    await anonymiseAccount(tx, uid, `removido${uid.slice(0, 8)}`);
    await erasePaymentDetails(tx, uid);
  });

it.each(['rejected', 'refused'] as const)(
  'a %s payout of a closed account goes to the team, who pays it by hand',
  async (scenario) => {
    const { seller, id } = await fixture.requestWithdrawal(scenario);
    await closeAccount(seller);
    await fixture.settle(id);
    await fixture.jobs.runUntilIdle();
    const withdrawal = await fixture.read(id);
    expect(withdrawal).toMatchObject({
      status: 'requested',
      payout: 'unclear',
      payoutFailed: true,
    });
    expect(withdrawal.pixKey).not.toBe('Chave removida');
    expect(withdrawal.payee).not.toBeNull();
    expect(await fixture.listMovements(id)).toEqual(['withdrawal']);
    await fixture.ask();
    await fixture.settle(id, 'by hand');
    expect(await fixture.read(id)).toMatchObject({ status: 'settled', pixKey: 'Chave removida' });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
  },
);

it('the money of a closed account with a debt goes back to the wallet and pays the debt', async () => {
  const { seller, id } = await fixture.requestWithdrawal('paid');
  await fixture.settle(id);
  await closeAccount(seller);
  await fixture.chargeBack(seller);
  await fixture.jobs.runUntilIdle();
  expect(await fixture.read(id)).toMatchObject({ status: 'refused' });
  expect(await fixture.listMovements(id)).toEqual([
    'withdrawal',
    'withdrawal_refused',
    'debt_payment',
  ]);
});

it('the money of a closed account with a smaller debt goes to the team', async () => {
  const { seller, id } = await fixture.requestWithdrawal('paid');
  await fixture.settle(id);
  await closeAccount(seller);
  await fixture.chargeBack(seller, 1);
  await fixture.jobs.runUntilIdle();
  const withdrawal = await fixture.read(id);
  expect(withdrawal).toMatchObject({ status: 'requested', payout: 'unclear' });
  expect(withdrawal.pixKey).not.toBe('Chave removida');
  expect(await fixture.listMovements(id)).toEqual(['withdrawal']);
});

it('a payout of a closed account that the bank returned is logged for the team', async () => {
  const { seller, id } = await fixture.sendPayout('returned');
  await closeAccount(seller);
  await fixture.finishTransfers();
  await fixture.ask();
  expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout', 'payout_returned']);
  expect(fixture.logged).toContainEqual({
    level: 'error',
    message: 'a payout of a closed account was returned',
    fields: { withdrawal: id },
  });
});

it.each(['failed', 'returned'] as const)(
  'a %s payout of a closed account is not paid by hand while there is a debt',
  async (status) => {
    const { seller, id } = await fixture.requestWithdrawal('rejected');
    await closeAccount(seller);
    await fixture.settle(id);
    await fixture.jobs.runUntilIdle();
    await fixture.pool.query('UPDATE payouts SET status = $2 WHERE withdrawal_id = $1', [
      id,
      status,
    ]);
    await fixture.chargeBack(seller);
    expect(await errorOfCall(fixture.settle(id, 'by hand'))).toMatchObject({
      code: 'withdrawal_in_debt',
    });
  },
);
