import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPayoutProfile, payoutProfile } from '../../../../test/fixtures/data/payouts.ts';
import {
  createWalletFixture,
  createWithdrawalCalls,
  pixKey,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: WalletFixture;

beforeAll(async () => {
  fixture = await createWalletFixture();
});
afterAll(() => fixture.close());

const { ask, readBalances } = createWithdrawalCalls(() => fixture);

/** Requests a withdrawal with the given confirmation, which may be invalid or empty. */
const sendWithdrawalRequest = (
  seller: string,
  confirmation: string,
  { amount = '10.00', key = pixKey, idempotencyKey = '' } = {},
) =>
  fixture.as(seller).wallet.requestWithdrawal({
    body: { amount, pixKey: key },
    confirmation,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
const errorCodeOf = async (call: Promise<unknown>) => (await errorOfCall(call)).code;
const setProfileUsableFrom = (seller: string, time: string) =>
  fixture.pool.query(
    `UPDATE payout_profiles SET usable_from = now() + $2::interval WHERE uid = $1`,
    [seller, time],
  );

describe('a withdrawal', () => {
  it('is refused for its form first, then for the profile, the confirmation, the balance', async () => {
    const seller = await fixture.buildSeller(9000);
    await fixture.pool.query('DELETE FROM payout_profiles WHERE uid = $1', [seller]);
    expect(await errorCodeOf(sendWithdrawalRequest(seller, '', { amount: 'x' }))).toBe(
      'invalid_input',
    );
    expect(
      await errorOfCall(sendWithdrawalRequest(seller, '', { amount: '500.00' })),
    ).toMatchObject({
      status: 409,
      code: 'payout_profile_missing',
    });
    await buildPayoutProfile(fixture.pool, seller);
    await setProfileUsableFrom(seller, '1 minute');
    expect(
      await errorOfCall(sendWithdrawalRequest(seller, '', { amount: '500.00' })),
    ).toMatchObject({
      status: 409,
      code: 'payout_profile_resting',
      body: { usableFrom: expect.any(String) },
    });
    await setProfileUsableFrom(seller, '0 minutes');
    expect(
      await errorOfCall(sendWithdrawalRequest(seller, '', { amount: '500.00' })),
    ).toMatchObject({
      status: 403,
      code: 'confirmation_required',
    });
    const confirmation = await fixture.confirm(seller, 'withdrawal');
    expect(
      await errorCodeOf(sendWithdrawalRequest(seller, confirmation, { amount: '500.00' })),
    ).toBe('balance_too_low');
    // A refused request does not use up the confirmation.
    await sendWithdrawalRequest(seller, confirmation);
    expect(await readBalances(seller)).toMatchObject({ available: '80.00', withdrawing: '10.00' });
  });

  it('is never moved by a stolen bearer token alone', async () => {
    const seller = await fixture.buildSeller(9000);
    const otherPerson = await fixture.buildPerson();
    const guessedConfirmations = [
      '',
      randomUUID(),
      await fixture.confirm(otherPerson, 'withdrawal'),
      await fixture.confirm(seller, 'payout_profile'),
      await fixture.confirm(seller, 'admin_money'),
    ];
    for (const confirmation of guessedConfirmations)
      expect(await errorCodeOf(sendWithdrawalRequest(seller, confirmation))).toBe(
        'confirmation_required',
      );
    const otherProfile = { legalName: 'Outra Pessoa', cpf: '52998224725', birthDate: '1990-01-01' };
    const savingProfile = fixture.as(seller).wallet.putPayoutProfile({ body: otherProfile });
    expect(await errorCodeOf(savingProfile)).toBe('confirmation_required');
    expect(await readBalances(seller)).toMatchObject({ available: '90.00', withdrawing: '0.00' });
  });

  it('happens once for twenty concurrent uses of one confirmation', async () => {
    const seller = await fixture.buildSeller(9000);
    const confirmation = await fixture.confirm(seller, 'withdrawal');
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        sendWithdrawalRequest(seller, confirmation, { amount: '1.00' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason.code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['confirmation_required']));
    expect(await readBalances(seller)).toMatchObject({ available: '89.00', withdrawing: '1.00' });
  });

  it('is answered again for its idempotency key without a confirmation or a profile', async () => {
    const seller = await fixture.buildSeller(9000);
    const idempotencyKey = randomUUID();
    const confirmation = await fixture.confirm(seller, 'withdrawal');
    const firstWithdrawal = await sendWithdrawalRequest(seller, confirmation, { idempotencyKey });
    expect(await sendWithdrawalRequest(seller, '', { idempotencyKey })).toEqual(firstWithdrawal);
    expect(await sendWithdrawalRequest(seller, confirmation, { idempotencyKey })).toEqual(
      firstWithdrawal,
    );
    await setProfileUsableFrom(seller, '1 hour');
    expect(await sendWithdrawalRequest(seller, '', { idempotencyKey })).toEqual(firstWithdrawal);
    expect(
      await errorCodeOf(sendWithdrawalRequest(seller, '', { idempotencyKey, amount: '11.00' })),
    ).toBe('idempotency_mismatch');
    expect(await readBalances(seller)).toMatchObject({ withdrawing: '10.00' });
  });

  it('with one idempotency key and a confirmation for each of twenty requests happens once', async () => {
    const seller = await fixture.buildSeller(9000);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(seller, '1.00', pixKey, idempotencyKey)),
    );
    expect(new Set(answers.map(({ withdrawal }) => withdrawal.id)).size).toBe(1);
    expect(await readBalances(seller)).toMatchObject({ withdrawing: '1.00' });
  });

  it('and a simultaneous change of the profile take effect one after the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const seller = await fixture.buildSeller(900);
      const body = { ...payoutProfile, legalName: 'Ana Lima' };
      const confirmation = await fixture.confirm(seller, 'payout_profile');
      const [withdrawn] = await Promise.allSettled([
        ask(seller, '1.00'),
        fixture.as(seller).wallet.putPayoutProfile({ body, confirmation }),
      ]);
      if (withdrawn.status === 'rejected')
        expect(withdrawn.reason.code).toBe('payout_profile_resting');
      expect(await errorCodeOf(ask(seller, '1.00'))).toBe('payout_profile_resting');
    }
  });
});

describe('the Pix key', () => {
  it.each([
    ['123.456.789-09', true],
    ['12345678909', true],
    ['529.982.247-25', false],
    [pixKey, false],
    ['ana@pessoas.example', false],
  ])('%s of the profile’s person: %s', async (key, pixKeyMatches) => {
    const [seller, admin] = [await fixture.buildSeller(9000), await fixture.buildAdmin()];
    const { withdrawal } = await ask(seller, '1.00', key);
    expect(withdrawal).not.toHaveProperty('pixKeyMatches');
    const adminApi = fixture.as(admin).wallet;
    const adminView = await adminApi.adminGetWithdrawal({ params: { id: withdrawal.id } });
    expect(adminView.withdrawal).toMatchObject({ pixKeyMatches });
    const { withdrawals } = await adminApi.adminListWithdrawals({ query: { limit: '50' } });
    expect(withdrawals.find(({ id }) => id === withdrawal.id)).toMatchObject({ pixKeyMatches });
  });
});

describe('who receives the money', () => {
  const payeeFor = async (reader: string, id: string) =>
    (await fixture.as(reader).wallet.adminGetWithdrawal({ params: { id } })).withdrawal.payee;

  it('is shown completely to administrators who may settle the withdrawal, while it is open', async () => {
    const [seller, admin] = [await fixture.buildSeller(9000), await fixture.buildAdmin()];
    const { withdrawal } = await ask(seller, '1.00');
    const payee = { legalName: payoutProfile.legalName, cpf: payoutProfile.cpf };
    expect(await payeeFor(admin, withdrawal.id)).toEqual(payee);
    const { withdrawals } = await fixture.as(admin).wallet.adminListWithdrawals();
    expect(new Set(withdrawals.map((withdrawal) => withdrawal.payee))).toEqual(new Set([null]));
    // The payee stays as it was when the withdrawal was requested, although the payout profile changes.
    const body = { ...payoutProfile, legalName: 'Ana Lima' };
    const confirmation = await fixture.confirm(seller, 'payout_profile');
    await fixture.as(seller).wallet.putPayoutProfile({ body, confirmation });
    expect(await payeeFor(admin, withdrawal.id)).toEqual(payee);
    await createWithdrawalCalls(() => fixture).settle(admin, withdrawal.id);
    expect(await payeeFor(admin, withdrawal.id)).toBeNull();
  });

  it('is not shown to the administrator who is that person, and is stored encrypted', async () => {
    const adminWithSales = await fixture.buildSeller(9000, { role: 'admin' });
    const { withdrawal } = await ask(adminWithSales, '1.00');
    expect(await payeeFor(adminWithSales, withdrawal.id)).toBeNull();
    const { rows } = await fixture.pool.query('SELECT * FROM withdrawals WHERE id = $1', [
      withdrawal.id,
    ]);
    expect((rows[0].payee as Buffer).toString('latin1')).not.toContain('12345678909');
  });
});
