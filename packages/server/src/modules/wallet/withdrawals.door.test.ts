import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { pixKey, type WalletRig, walletRig, withdrawalCalls } from '../../../test/wallet-rig.ts';

let rig: WalletRig;
let admin: string;

beforeAll(async () => {
  rig = await walletRig();
  admin = await rig.admin();
});

afterAll(() => rig.close());

const { ask, balances, settle } = withdrawalCalls(() => rig);

describe('asking for money', () => {
  it('sets it aside at once and tells what was asked, with a masked key', async () => {
    const seller = await rig.seller(9000);
    const { withdrawal } = await ask(seller, '12,50', '123.456.789-09');
    expect(withdrawal).toEqual({
      id: expect.any(String),
      amount: '12.50',
      pixKeyKind: 'cpf',
      pixKey: '***.456.789-**',
      status: 'requested',
      reason: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      decidedAt: null,
    });
    expect(await balances(seller)).toEqual({
      available: '77.50',
      held: '0.00',
      fees: '10.00',
      withdrawing: '12.50',
    });
    const { entries } = await rig.as(seller).wallet.getWallet();
    expect(entries[0]).toMatchObject({ kind: 'withdrawal', amount: '-12.50', paymentId: null });
    const { rows } = await rig.pool.query('SELECT pix_key FROM withdrawals WHERE id = $1', [
      withdrawal.id,
    ]);
    expect(rows).toEqual([{ pix_key: '12345678909' }]);
  });

  it('takes all there is, and not a centavo more', async () => {
    const seller = await rig.seller(9000);
    expect(await refusal(ask(seller, '90.01'))).toMatchObject({
      status: 409,
      code: 'balance_too_low',
      message: 'Saldo disponível insuficiente.',
    });
    await ask(seller, '90.00');
    expect(await balances(seller)).toMatchObject({ available: '0.00', withdrawing: '90.00' });
    expect(await refusal(ask(seller, '1'))).toMatchObject({ code: 'balance_too_low' });
  });

  it('gives nothing of what is held or was never earned', async () => {
    const seller = await rig.person();
    await rig.sell({ seller, price: 5000, status: 'awaiting_start' });
    expect(await refusal(ask(seller, '1.00'))).toMatchObject({ code: 'balance_too_low' });
    expect(await refusal(ask(rig.buyer, '1.00'))).toMatchObject({ code: 'balance_too_low' });
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
    const seller = await rig.seller(900);
    const answer = await rig.call(seller, 'POST', '/api/wallet/withdrawals', { payload: body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: message });
    expect(await balances(seller)).toMatchObject({ available: '9.00', withdrawing: '0.00' });
  });

  it('is for people who are signed in', async () => {
    for (const [method, url] of [
      ['POST', '/api/wallet/withdrawals'],
      ['GET', '/api/wallet/withdrawals'],
      ['GET', '/api/wallet/entries.csv'],
    ] as const) {
      expect((await rig.call(null, method, url)).statusCode).toBe(401);
    }
  });

  it('of a hundred at once grants what the balance pays for', async () => {
    const seller = await rig.seller(9000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => ask(seller, n % 2 ? '7.00' : '7.01')),
    );
    const granted = outcomes.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.withdrawal] : [],
    );
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(granted).toHaveLength(12);
    expect(new Set(granted.map(({ id }) => id)).size).toBe(12);
    expect(new Set(codes)).toEqual(new Set(['balance_too_low']));
    const sum = granted.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
    expect(await balances(seller)).toMatchObject({
      available: ((9000 - sum) / 100).toFixed(2),
      withdrawing: (sum / 100).toFixed(2),
    });
  });

  it('asks once under one name, however often it is sent', async () => {
    const seller = await rig.seller(9000);
    const name = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(seller, '30.00', pixKey, name)),
    );
    expect(new Set(answers.map(({ withdrawal }) => withdrawal.id)).size).toBe(1);
    // Also once it is decided, and as the decision left it.
    const id = answers[0]?.withdrawal.id ?? '';
    await settle(admin, id);
    const late = await ask(seller, '30', '(11) 99999-0000', name);
    expect(late.withdrawal).toMatchObject({ id, status: 'settled' });
    expect(await balances(seller)).toMatchObject({ available: '60.00', withdrawing: '0.00' });
  });

  it('refuses one name for two wishes, and lets two people use it', async () => {
    const [seller, other] = [await rig.seller(9000), await rig.seller(9000)];
    const name = randomUUID();
    await ask(seller, '30.00', pixKey, name);
    for (const [amount, key] of [
      ['30.01', pixKey],
      ['30.00', 'maria@dominio.br'],
    ] as const) {
      expect(await refusal(ask(seller, amount, key, name))).toMatchObject({
        status: 409,
        code: 'idempotency_mismatch',
        message: 'Esta chave já foi usada em outro saque.',
      });
    }
    await ask(other, '30.00', pixKey, name);
    const bad = await rig.call(seller, 'POST', '/api/wallet/withdrawals', {
      headers: { 'idempotency-key': 'ç' },
      payload: { amount: '1', pixKey },
    });
    expect(bad.statusCode).toBe(400);
    expect(await balances(seller)).toMatchObject({ available: '60.00' });
  });
});

describe('the own list', () => {
  it('is newest first, page by page, and nobody else’s', async () => {
    const [seller, other] = [await rig.seller(9000), await rig.seller(9000)];
    await ask(other, '5.00');
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await ask(seller, `${n + 1}.00`)).withdrawal.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { cursor } : {}) };
      const page: Awaited<ReturnType<typeof list>> = await list(seller, query);
      expect(page.withdrawals.every(({ pixKey: key }) => key === '+55 11 *****-0000')).toBe(true);
      seen.push(...page.withdrawals.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(made.reverse());
    const bad = await rig.call(seller, 'GET', '/api/wallet/withdrawals?cursor=x');
    expect(bad.json()).toMatchObject({ code: 'invalid_parameter' });
  });

  const list = (uid: string, query: Record<string, string>) =>
    rig.as(uid).wallet.listWithdrawals({ query });
});
