import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWalletFixture,
  createWithdrawalCalls,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';
import { markApprovedOnce } from './withdrawal-store.ts';

let fixture: WalletFixture;
let firstAdminId: string;
let secondAdminId: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
  [firstAdminId, secondAdminId] = [await fixture.buildAdmin(), await fixture.buildAdmin()];
});
afterAll(() => fixture.close());

const { ask, readBalances, settle, refuse } = createWithdrawalCalls(() => fixture);

/** Requests a withdrawal for a seller with R$ 9,000.00; above R$ 2,000.00, two administrators must approve. */
async function requestWithdrawal(amount = '2000.01') {
  const seller = await fixture.buildSeller(900_000);
  const { withdrawal } = await ask(seller, amount);
  return { seller, id: withdrawal.id };
}

const readAuditLog = async (id: string) =>
  (
    await fixture.pool.query(
      'SELECT actor_id, action FROM moderation_actions WHERE subject_id = $1 ORDER BY created_at',
      [id],
    )
  ).rows.map(({ actor_id, action }) => [actor_id, action]);

describe('a withdrawal of more than R$ 2.000,00', () => {
  it('gets its first approval only while it is requested', async () => {
    const { db } = fixture.database;
    const { id } = await requestWithdrawal();
    await markApprovedOnce(db, id, firstAdminId);
    const secondApproval = markApprovedOnce(db, id, secondAdminId);
    await expect(secondApproval).rejects.toThrow('cannot be approved');
    await settle(secondAdminId, id);
    const lateApproval = markApprovedOnce(db, id, firstAdminId);
    await expect(lateApproval).rejects.toThrow('cannot be approved');
  });

  it('is approved by one administrator and settled by another', async () => {
    const { seller, id } = await requestWithdrawal();
    const { withdrawal: once } = await settle(firstAdminId, id);
    expect(once).toMatchObject({
      status: 'approved_once',
      decidedAt: null,
      needsTwoAdmins: true,
      firstApproval: { uid: firstAdminId, at: expect.any(String) },
    });
    expect(await readBalances(seller)).toMatchObject({ withdrawing: '2000.01' });
    expect(await errorOfCall(settle(firstAdminId, id))).toMatchObject({
      status: 409,
      code: 'second_admin_needed',
    });
    const { withdrawal: twice } = await settle(secondAdminId, id);
    expect(twice).toMatchObject({ status: 'settled', firstApproval: { uid: firstAdminId } });
    expect(await readBalances(seller)).toMatchObject({ available: '6999.99', withdrawing: '0.00' });
    expect(await readAuditLog(id)).toEqual([
      [firstAdminId, 'approve'],
      [secondAdminId, 'settle'],
    ]);
    const { rowCount } = await fixture.pool.query(
      'SELECT FROM notifications WHERE receiver_id = $1',
      [seller],
    );
    expect(rowCount).toBe(1);
  });

  it('is not settled by an administrator whose screen still shows the first approval', async () => {
    const { id } = await requestWithdrawal();
    const decidedRefusal = { status: 409, code: 'withdrawal_decided' };
    const early = settle(firstAdminId, id, { step: 'settlement' });
    expect(await errorOfCall(early)).toMatchObject(decidedRefusal);
    const { withdrawal: once } = await settle(firstAdminId, id, { step: 'first_approval' });
    expect(once.status).toBe('approved_once');
    const late = settle(secondAdminId, id, { step: 'first_approval' });
    expect(await errorOfCall(late)).toMatchObject(decidedRefusal);
    expect(await readAuditLog(id)).toEqual([[firstAdminId, 'approve']]);
    const { withdrawal: twice } = await settle(secondAdminId, id, { step: 'settlement' });
    expect(twice.status).toBe('settled');
  });

  it('is settled by one at exactly R$ 2.000,00', async () => {
    const { id } = await requestWithdrawal('2000.00');
    const { withdrawal } = await settle(firstAdminId, id);
    expect(withdrawal).toMatchObject({
      status: 'settled',
      needsTwoAdmins: false,
      firstApproval: null,
    });
  });

  it('may be requested in parts within a day: those above it need two, whatever is decided first', async () => {
    const { seller, id: firstId } = await requestWithdrawal('1500.00');
    const { withdrawal: second } = await ask(seller, '500.01');
    const { withdrawals } = await fixture
      .as(firstAdminId)
      .wallet.adminListWithdrawals({ query: { status: 'requested', limit: '50' } });
    const needsTwo = (id: string) => withdrawals.find((row) => row.id === id)?.needsTwoAdmins;
    expect([needsTwo(firstId), needsTwo(second.id)]).toEqual([false, true]);
    expect((await settle(firstAdminId, second.id)).withdrawal.status).toBe('approved_once');
    expect((await settle(firstAdminId, firstId)).withdrawal).toMatchObject({
      ...{ status: 'settled', needsTwoAdmins: false },
    });
    expect((await settle(secondAdminId, second.id)).withdrawal.status).toBe('settled');
  });

  it('counts neither what was refused nor what was requested more than a day before', async () => {
    const { seller, id: refusedId } = await requestWithdrawal('1500.00');
    const { withdrawal: second } = await ask(seller, '1500.00');
    expect((await settle(firstAdminId, second.id)).withdrawal.status).toBe('approved_once');
    await refuse(firstAdminId, refusedId);
    expect(await errorOfCall(settle(firstAdminId, second.id))).toMatchObject({
      code: 'second_admin_needed',
    });
    expect((await settle(secondAdminId, second.id)).withdrawal).toMatchObject({
      ...{ status: 'settled', needsTwoAdmins: true },
    });
    await fixture.pool.query(
      `UPDATE withdrawals SET created_at = created_at - interval '1 day' WHERE id = $1`,
      [second.id],
    );
    const { withdrawal: nextDay } = await ask(seller, '2000.00');
    expect((await settle(firstAdminId, nextDay.id)).withdrawal.status).toBe('settled');
  });

  it('is refused by one, also by the one who approved it', async () => {
    for (const adminId of [firstAdminId, secondAdminId]) {
      const { seller, id } = await requestWithdrawal();
      await settle(firstAdminId, id);
      expect((await refuse(adminId, id)).withdrawal).toMatchObject({ status: 'refused' });
      expect(await readBalances(seller)).toMatchObject({
        available: '9000.00',
        withdrawing: '0.00',
      });
    }
  });

  it('is approved once and settled once by many at the same time', async () => {
    for (const adminIds of [[firstAdminId], [firstAdminId, secondAdminId]]) {
      const { id } = await requestWithdrawal();
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => settle(adminIds[n % adminIds.length] as string, id)),
      );
      const codes = answers.flatMap((answer) =>
        answer.status === 'rejected' ? [answer.reason.code] : [],
      );
      // The administrator who approved first is refused, also after the settlement; the other one may repeat it.
      expect(codes).toHaveLength(adminIds.length === 1 ? 19 : 9);
      const refusals = ['second_admin_needed', 'withdrawal_decided'];
      expect(refusals).toEqual(expect.arrayContaining(codes));
      const actions = (await readAuditLog(id)).map(([, action]) => action);
      expect(actions).toEqual(adminIds.length === 1 ? ['approve'] : ['approve', 'settle']);
      expect(new Set((await readAuditLog(id)).map(([actor]) => actor)).size).toBe(adminIds.length);
    }
  });

  it('stays in the queue after the first approval', async () => {
    const { id } = await requestWithdrawal();
    await settle(firstAdminId, id);
    const { withdrawals } = await fixture
      .as(secondAdminId)
      .wallet.adminListWithdrawals({ query: { status: 'approved_once', limit: '50' } });
    expect(withdrawals.map((withdrawal) => withdrawal.id)).toContain(id);
  });

  it('cannot be settled by one administrator past the program', async () => {
    const { id } = await requestWithdrawal();
    await settle(firstAdminId, id);
    const directUpdate = fixture.pool.query(
      `UPDATE withdrawals SET status = 'settled', decided_by = $2, decided_at = now() WHERE id = $1`,
      [id, firstAdminId],
    );
    await expect(directUpdate).rejects.toThrow(/first_approval_check/);
  });
});

describe('a decision without a confirmation', () => {
  const settleWith = (adminId: string, id: string, confirmation = '') =>
    fixture.as(adminId).wallet.settleWithdrawal({ params: { id }, confirmation });
  const refuseWith = (adminId: string, id: string, confirmation = '') =>
    fixture.as(adminId).wallet.refuseWithdrawal({
      params: { id },
      body: { reason: 'Não.' },
      confirmation,
    });

  it('is refused and changes nothing', async () => {
    const { seller, id } = await requestWithdrawal('10.00');
    const otherConfirmations = [
      '',
      'x',
      await fixture.confirm(secondAdminId, 'admin_money'),
      await fixture.confirm(firstAdminId, 'withdrawal'),
    ];
    for (const confirmation of otherConfirmations)
      for (const decide of [settleWith, refuseWith])
        expect(await errorOfCall(decide(firstAdminId, id, confirmation))).toMatchObject({
          status: 403,
          code: 'confirmation_required',
        });
    expect(await readBalances(seller)).toMatchObject({ withdrawing: '10.00' });
    expect(await readAuditLog(id)).toEqual([]);
  });

  it('uses one confirmation for one of twenty decisions', async () => {
    const requestedWithdrawals = await Promise.all(
      Array.from({ length: 20 }, () => requestWithdrawal('10.00')),
    );
    const confirmation = await fixture.confirm(firstAdminId, 'admin_money');
    const answers = await Promise.allSettled(
      requestedWithdrawals.map(({ id }) =>
        fixture.as(firstAdminId).wallet.settleWithdrawal({ params: { id }, confirmation }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is answered like before where it changes nothing', async () => {
    const { id } = await requestWithdrawal('10.00');
    const { withdrawal } = await settle(firstAdminId, id);
    expect((await settleWith(firstAdminId, id)).withdrawal).toEqual(withdrawal);
    expect(await errorOfCall(settleWith(secondAdminId, id))).toMatchObject({
      code: 'withdrawal_decided',
    });
    expect(await errorOfCall(refuseWith(secondAdminId, id))).toMatchObject({
      code: 'withdrawal_decided',
    });
  });
});
