import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPayoutsFixture,
  type PayoutsFixture,
} from '../../../../test/fixtures/modules/money/payouts-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: PayoutsFixture;

beforeAll(async () => {
  fixture = await createPayoutsFixture();
});

beforeEach(() => {
  fixture.logged.length = 0;
});

afterAll(() => fixture.close());

describe('a withdrawal with a payout provider', () => {
  it('is sent after the approval, and settled once it is paid', async () => {
    const { seller, id, amount } = await fixture.requestWithdrawal('paid');
    expect(await fixture.read(id)).toMatchObject({ payout: null, automatic: true });
    const { withdrawal } = await fixture.settle(id);
    expect(withdrawal).toMatchObject({ status: 'requested', payout: 'sending', decidedAt: null });
    expect(await fixture.sandbox.payoutsOf(id)).toEqual([]);
    expect(await fixture.readAvailable(seller)).toEqual({
      available: '70.00',
      withdrawing: amount,
    });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.read(id)).toMatchObject({
      status: 'settled',
      payout: null,
      decidedAt: expect.any(String),
    });
    expect(await fixture.readAvailable(seller)).toEqual({
      available: '70.00',
      withdrawing: '0.00',
    });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
    expect(await fixture.listNotifications(seller)).toEqual([`Seu saque de R$ 20,00 foi pago.`]);
    expect(await fixture.sandbox.payoutsOf(id)).toMatchObject([{ status: 'processed' }]);
  });

  it('says to its owner that it is on its way, and is approved once', async () => {
    const { seller, id } = await fixture.requestWithdrawal('slow');
    const answers = await Promise.all([fixture.settle(id), fixture.settle(id), fixture.settle(id)]);
    for (const { withdrawal } of answers) expect(withdrawal.payout).toBe('sending');
    await fixture.jobs.runUntilIdle();
    const { withdrawals } = await fixture.as(seller).wallet.listWithdrawals();
    expect(withdrawals).toMatchObject([{ status: 'requested', payout: 'sending' }]);
    expect(await fixture.sandbox.payoutsOf(id)).toHaveLength(1);
    const { rows } = await fixture.pool.query(
      'SELECT action, reason FROM moderation_actions WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([{ action: 'settle', reason: 'Saque aprovado para envio.' }]);
    await fixture.finishTransfers();
    await fixture.ask();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
  });

  it('cannot be refused or paid by hand while it is sent', async () => {
    const { id } = await fixture.sendPayout('slow');
    const decidedRefusal = { code: 'withdrawal_decided' };
    expect(await errorOfCall(fixture.refuse(id, 'Não.'))).toMatchObject(decidedRefusal);
    expect(await errorOfCall(fixture.settle(id, 'by hand'))).toMatchObject(decidedRefusal);
    await fixture.finishTransfers();
    await fixture.ask();
  });

  it.each([
    ['rejected', 'O Pix não foi concluído. Confira a chave e peça de novo.'],
    ['noFunds', 'O Pix não foi concluído. Confira a chave e peça de novo.'],
    ['refused', 'Quem faz o Pix não aceitou a chave ou o CPF. Confira os dois e peça de novo.'],
  ] as const)('goes back to the wallet when it is %s', async (scenario, reason) => {
    const { seller, id, amount } = await fixture.sendPayout(scenario);
    expect(await fixture.read(id)).toMatchObject({ status: 'refused', reason, payout: null });
    expect(await fixture.readAvailable(seller)).toEqual({
      available: '90.00',
      withdrawing: '0.00',
    });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'withdrawal_refused']);
    const { entries } = await fixture.as(seller).wallet.getWallet();
    expect(entries[0]).toMatchObject({ kind: 'withdrawal_refused', amount });
    expect(await fixture.listNotifications(seller)).toEqual([
      `Seu saque de R$ ${amount.replace('.', ',')} não deu certo e o valor está disponível de novo. ${reason}`,
    ]);
    await fixture.ask();
    expect(await fixture.listMovements(id)).toHaveLength(2);
  });

  it('comes back to the wallet when the bank returns it after it was paid', async () => {
    const { seller, id, amount } = await fixture.sendPayout('returned');
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
    await fixture.finishTransfers();
    await fixture.ask();
    const reason = 'O banco devolveu o Pix. Confira a chave e peça de novo.';
    expect(await fixture.read(id)).toMatchObject({ status: 'refused', reason });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout', 'payout_returned']);
    expect(await fixture.readAvailable(seller)).toEqual({
      available: '90.00',
      withdrawing: '0.00',
    });
    const { entries } = await fixture.as(seller).wallet.getWallet();
    expect(entries[0]).toMatchObject({ kind: 'withdrawal_refused', amount });
    expect(await fixture.listNotifications(seller)).toHaveLength(2);
  });

  it('goes back as well when the bank returns it before anybody saw it paid', async () => {
    const { seller, id } = await fixture.requestWithdrawal('returned');
    await fixture.settle(id);
    // The first answer is lost, and the bank returns the money before the payout is looked up again.
    const provider = fixture.sandbox.provider;
    await fixture.advance(id, {
      ...provider,
      pay: async (request) => {
        await provider.pay(request);
        return { ok: false, code: 'payment_unavailable' };
      },
    });
    await fixture.finishTransfers();
    await fixture.jobs.runUntilIdle();
    expect(await fixture.read(id)).toMatchObject({ status: 'refused' });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'withdrawal_refused']);
    expect(await fixture.readAvailable(seller)).toEqual({
      available: '90.00',
      withdrawing: '0.00',
    });
  });
});

describe('a large withdrawal', () => {
  it('is sent after the second of two administrators', async () => {
    const seller = await fixture.buildSeller(270_000);
    const { withdrawal } = await fixture.withdraw(seller, '2500.00');
    const { id } = withdrawal;
    const firstSettlement = await fixture.settle(id);
    expect(firstSettlement.withdrawal).toMatchObject({ status: 'approved_once', automatic: true });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.sandbox.payoutsOf(id)).toEqual([]);
    expect(await errorOfCall(fixture.settle(id))).toMatchObject({ code: 'second_admin_needed' });
    const secondSettlement = await fixture.settle(
      id,
      undefined,
      await fixture.buildPerson({ role: 'admin' }),
    );
    expect(secondSettlement.withdrawal).toMatchObject({ status: 'requested', payout: 'sending' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.read(id)).toMatchObject({ status: 'settled' });
    expect(await fixture.sandbox.payoutsOf(id)).toHaveLength(1);
  });
});

describe('a debt after a chargeback', () => {
  const debtOf = async (uid: string) => (await fixture.as(uid).wallet.getWallet()).debt;

  it('that came up before the first call keeps the money from leaving, and is paid by it', async () => {
    const { seller, id } = await fixture.requestWithdrawal('paid');
    await fixture.settle(id);
    await fixture.chargeBack(seller);
    expect(await debtOf(seller)).toBe('20.00');
    await fixture.jobs.runUntilIdle();
    expect(await fixture.sandbox.payoutsOf(id)).toEqual([]);
    expect(await fixture.read(id)).toMatchObject({
      status: 'refused',
      reason:
        'Há um valor a devolver por um pagamento contestado, e o saque pagou esse valor primeiro.',
    });
    expect(await fixture.listMovements(id)).toEqual([
      'withdrawal',
      'withdrawal_refused',
      'debt_payment',
    ]);
    expect(await debtOf(seller)).toBe('0.00');
    expect(await fixture.readAvailable(seller)).toEqual({ available: '0.00', withdrawing: '0.00' });
    expect(await fixture.listNotifications(seller)).toEqual([
      'Seu saque de R$ 20,00 não deu certo: R$ 20,00 foram para o que você tinha a devolver por pagamentos contestados, ' +
        'e nada ficou disponível. Há um valor a devolver por um pagamento contestado, e o saque pagou esse valor primeiro.',
    ]);
  });

  it('is paid by money that the bank returns', async () => {
    const { seller, id } = await fixture.sendPayout('returned');
    await fixture.chargeBack(seller);
    expect(await debtOf(seller)).toBe('20.03');
    await fixture.finishTransfers();
    await fixture.ask();
    expect(await fixture.listMovements(id)).toEqual([
      'withdrawal',
      'payout',
      'payout_returned',
      'debt_payment',
    ]);
    expect(await debtOf(seller)).toBe('0.00');
    expect((await fixture.listNotifications(seller)).at(-1)).toBe(
      'Seu saque de R$ 20,03 não deu certo: R$ 20,03 foram para o que você tinha a devolver por pagamentos contestados, ' +
        'e nada ficou disponível. O banco devolveu o Pix. Confira a chave e peça de novo.',
    );
  });
});

describe('whom the provider shall pay', () => {
  it.each([
    ['of a withdrawal from before payout profiles', null],
    ['of a withdrawal whose key no longer exists', Buffer.alloc(80, 1)],
  ])('has to be known, or an administrator pays by hand: %s', async (_, payee) => {
    const { seller, id } = await fixture.requestWithdrawal('paid');
    await fixture.pool.query('UPDATE withdrawals SET payee = $2 WHERE id = $1', [id, payee]);
    expect(await fixture.read(id)).toMatchObject({ automatic: false });
    expect(await errorOfCall(fixture.settle(id))).toMatchObject({
      status: 409,
      code: 'payout_receiver_missing',
    });
    expect((await fixture.settle(id, 'by hand')).withdrawal).toMatchObject({ status: 'settled' });
    expect(await fixture.listMovements(id)).toEqual(['withdrawal', 'payout']);
    expect(await fixture.listNotifications(seller)).toHaveLength(1);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.sandbox.payoutsOf(id)).toEqual([]);
  });
});

describe('a closed account', () => {
  it('keeps the key until the payout ends', async () => {
    const { seller, id } = await fixture.sendPayout('slow');
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [seller]);
    const readPixKey = async () =>
      (await fixture.pool.query('SELECT pix_key FROM withdrawals WHERE id = $1', [id])).rows[0]
        .pix_key;
    expect(await readPixKey()).not.toBeNull();
    await fixture.finishTransfers();
    await fixture.ask();
    expect(await readPixKey()).toBeNull();
  });
});
