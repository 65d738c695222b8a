import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPayoutProfile } from '../../../../test/fixtures/data/payouts.ts';
import {
  createWalletFixture,
  createWithdrawalCalls,
  pixKey,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: WalletFixture;
let adminUid: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
  adminUid = await fixture.buildAdmin();
});

afterAll(() => fixture.close());

const { ask, readBalances, settle } = createWithdrawalCalls(() => fixture);

describe('requesting a withdrawal', () => {
  it('sets the amount aside at once and answers it with a masked key', async () => {
    const seller = await fixture.buildSeller(9000);
    const { withdrawal } = await ask(seller, '12,50', '123.456.789-09');
    expect(withdrawal).toEqual({
      id: expect.any(String),
      amount: '12.50',
      pixKeyKind: 'cpf',
      pixKey: '***.456.789-**',
      status: 'requested',
      payout: null,
      reason: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      decidedAt: null,
    });
    expect(await readBalances(seller)).toEqual({
      available: '77.50',
      held: '0.00',
      fees: '10.00',
      withdrawing: '12.50',
    });
    const { entries } = await fixture.as(seller).wallet.getWallet();
    expect(entries[0]).toMatchObject({ kind: 'withdrawal', amount: '-12.50', paymentId: null });
    const { rows } = await fixture.pool.query('SELECT pix_key FROM withdrawals WHERE id = $1', [
      withdrawal.id,
    ]);
    expect(rows).toEqual([{ pix_key: '12345678909' }]);
  });

  it('takes the whole balance, and not a centavo more', async () => {
    const seller = await fixture.buildSeller(9000);
    expect(await errorOfCall(ask(seller, '90.01'))).toMatchObject({
      status: 409,
      code: 'balance_too_low',
      message: 'Saldo disponível insuficiente.',
    });
    await ask(seller, '90.00');
    expect(await readBalances(seller)).toMatchObject({ available: '0.00', withdrawing: '90.00' });
    expect(await errorOfCall(ask(seller, '1'))).toMatchObject({ code: 'balance_too_low' });
  });

  it('grants nothing of held or missing money', async () => {
    const seller = await fixture.buildSeller(0);
    await buildPayoutProfile(fixture.pool, fixture.buyer);
    await fixture.sell({ seller, price: 5000, status: 'awaiting_start' });
    expect(await errorOfCall(ask(seller, '1.00'))).toMatchObject({ code: 'balance_too_low' });
    expect(await errorOfCall(ask(fixture.buyer, '1.00'))).toMatchObject({
      code: 'balance_too_low',
    });
  });

  it.each([
    [{ amount: '0.99', pixKey }, 'O saque mínimo é R$ 1,00.'],
    [{ amount: '-1', pixKey }, 'Valor inválido.'],
    [{ amount: 5, pixKey }, 'Valor inválido.'],
    [{ pixKey }, 'Valor inválido.'],
    [{ amount: '1.00', pixKey: '123.456.789-00' }, 'Chave Pix inválida.'],
    [{ amount: '1.00' }, 'Chave Pix obrigatória'],
    [{ amount: '1.00', pixKey: 'a\u0000@b.br' }, 'Texto inválido.'],
  ])('refuses %j', async (body, message) => {
    const seller = await fixture.buildSeller(900);
    const answer = await fixture.call(seller, 'POST', '/api/wallet/withdrawals', { payload: body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: message });
    expect(await readBalances(seller)).toMatchObject({ available: '9.00', withdrawing: '0.00' });
  });

  it('needs a session', async () => {
    for (const [method, url] of [
      ['POST', '/api/wallet/withdrawals'],
      ['GET', '/api/wallet/withdrawals'],
      ['GET', '/api/wallet/entries.csv'],
    ] as const) {
      expect((await fixture.call(null, method, url)).statusCode).toBe(401);
    }
  });

  it('of a hundred concurrent requests grants what the balance covers', async () => {
    const seller = await fixture.buildSeller(9000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => ask(seller, n % 2 ? '7.00' : '7.01')),
    );
    const grantedWithdrawals = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.withdrawal] : [],
    );
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(grantedWithdrawals).toHaveLength(12);
    expect(new Set(grantedWithdrawals.map(({ id }) => id)).size).toBe(12);
    expect(new Set(codes)).toEqual(new Set(['balance_too_low']));
    const sum = grantedWithdrawals.reduce(
      (total, { amount }) => total + Math.round(Number(amount) * 100),
      0,
    );
    expect(await readBalances(seller)).toMatchObject({
      available: ((9000 - sum) / 100).toFixed(2),
      withdrawing: (sum / 100).toFixed(2),
    });
  });

  it('requests once for one idempotency key', async () => {
    const seller = await fixture.buildSeller(9000);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(seller, '30.00', pixKey, idempotencyKey)),
    );
    expect(new Set(answers.map(({ withdrawal }) => withdrawal.id)).size).toBe(1);
    // A repeated request after the decision returns the same withdrawal in its decided state.
    const id = answers[0]?.withdrawal.id ?? '';
    await settle(adminUid, id);
    const repeatedResponse = await ask(seller, '30', '(11) 99999-0000', idempotencyKey);
    expect(repeatedResponse.withdrawal).toMatchObject({ id, status: 'settled' });
    expect(await readBalances(seller)).toMatchObject({ available: '60.00', withdrawing: '0.00' });
  });

  it('answers a repeated request also after a proof of age was required', async () => {
    const seller = await fixture.buildSeller(9000);
    const idempotencyKey = randomUUID();
    const { withdrawal } = await ask(seller, '30.00', pixKey, idempotencyKey);
    await fixture.pool.query('UPDATE users SET age_required_at = now() WHERE uid = $1', [seller]);
    const repeatedResponse = await ask(seller, '30.00', pixKey, idempotencyKey);
    expect(repeatedResponse.withdrawal).toEqual(withdrawal);
    expect(await errorOfCall(ask(seller, '30.00'))).toMatchObject({ code: 'age_required' });
  });

  it('refuses one key for two requests, and separates keys of two people', async () => {
    const [seller, other] = [await fixture.buildSeller(9000), await fixture.buildSeller(9000)];
    const idempotencyKey = randomUUID();
    await ask(seller, '30.00', pixKey, idempotencyKey);
    for (const [amount, key] of [
      ['30.01', pixKey],
      ['30.00', 'maria@dominio.br'],
    ] as const) {
      expect(await errorOfCall(ask(seller, amount, key, idempotencyKey))).toMatchObject({
        status: 409,
        code: 'idempotency_mismatch',
        message: 'Esta chave já foi usada em outro saque.',
      });
    }
    await ask(other, '30.00', pixKey, idempotencyKey);
    const badResponse = await fixture.call(seller, 'POST', '/api/wallet/withdrawals', {
      headers: { 'idempotency-key': 'ç' },
      payload: { amount: '1', pixKey },
    });
    expect(badResponse.statusCode).toBe(400);
    expect(await readBalances(seller)).toMatchObject({ available: '60.00' });
  });
});

describe('the caller’s list', () => {
  it('is newest first, paged, and private', async () => {
    const [seller, other] = [await fixture.buildSeller(9000), await fixture.buildSeller(9000)];
    await ask(other, '5.00');
    const withdrawalIds: string[] = [];
    for (let n = 0; n < 5; n += 1)
      withdrawalIds.push((await ask(seller, `${n + 1}.00`)).withdrawal.id);
    const listedIds: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { cursor } : {}) };
      const page: Awaited<ReturnType<typeof listPage>> = await listPage(seller, query);
      expect(page.withdrawals.every(({ pixKey: key }) => key === '+55 11 *****-0000')).toBe(true);
      listedIds.push(...page.withdrawals.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(listedIds).toEqual(withdrawalIds.reverse());
    const badResponse = await fixture.call(seller, 'GET', '/api/wallet/withdrawals?cursor=x');
    expect(badResponse.json()).toMatchObject({ code: 'invalid_parameter' });
  });

  const listPage = (uid: string, query: Record<string, string>) =>
    fixture.as(uid).wallet.listWithdrawals({ query });
});
