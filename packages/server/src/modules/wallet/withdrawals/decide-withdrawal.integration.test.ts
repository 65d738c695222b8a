import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWalletFixture,
  createWithdrawalCalls,
  pixKey,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { suspendDuringRequest } from '../../../../test/fixtures/modules/suspend-admin.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: WalletFixture;
let adminUid: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
  adminUid = await fixture.buildAdmin();
});

afterAll(() => fixture.close());

const { ask, readBalances, settle, refuse } = createWithdrawalCalls(() => fixture);

describe('deciding', () => {
  it('pays out: the balance decreases and the history has one line', async () => {
    const seller = await fixture.buildSeller(9000, { display_name: 'Ana Souza' });
    const { withdrawal } = await ask(seller, '40.00');
    const { withdrawal: settled } = await settle(adminUid, withdrawal.id);
    const { username } = (await fixture.pool.query('SELECT * FROM users WHERE uid = $1', [seller]))
      .rows[0];
    expect(settled).toEqual({
      ...withdrawal,
      pixKey,
      status: 'settled',
      decidedAt: expect.any(String),
      uid: seller,
      automatic: false,
      payoutFailed: false,
      username,
      displayName: 'Ana Souza',
      badges: ['newbie'],
      pixKeyMatches: false,
      needsTwoAdmins: false,
      firstApproval: null,
      debt: '0.00',
      suspended: false,
      payee: null,
    });
    expect(await readBalances(seller)).toMatchObject({ available: '50.00', withdrawing: '0.00' });
    const { entries } = await fixture.as(seller).wallet.getWallet();
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['withdrawal', '-40.00'],
      ['fee', '-10.00'],
      ['sale', '100.00'],
    ]);
  });

  it('refuses with a reason: the amount is available again', async () => {
    const seller = await fixture.buildSeller(9000);
    const { withdrawal } = await ask(seller, '40.00');
    await refuse(adminUid, withdrawal.id, '  Chave de\nterceiro. ');
    expect(await readBalances(seller)).toMatchObject({ available: '90.00', withdrawing: '0.00' });
    const { withdrawals } = await fixture.as(seller).wallet.listWithdrawals();
    expect(withdrawals).toMatchObject([{ status: 'refused', reason: 'Chave de\nterceiro.' }]);
    const { entries } = await fixture.as(seller).wallet.getWallet();
    expect(entries.slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['withdrawal_refused', '40.00'],
      ['withdrawal', '-40.00'],
    ]);
  });

  it('is refused to an administrator who is suspended meanwhile', async () => {
    const [seller, suspendedUid] = [await fixture.buildSeller(9000), await fixture.buildAdmin()];
    const { withdrawal } = await ask(seller, '40.00');
    for (const decide of [settle, refuse] as const) {
      const deciding = suspendDuringRequest(fixture.pool, suspendedUid, () =>
        errorOfCall(decide(suspendedUid, withdrawal.id, 'Não.')),
      );
      expect(await deciding).toMatchObject({ status: 403, code: 'forbidden' });
      await fixture.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = $1', [
        suspendedUid,
      ]);
    }
    expect(await readBalances(seller)).toMatchObject({ available: '50.00', withdrawing: '40.00' });
  });

  it('writes one audit entry', async () => {
    const seller = await fixture.buildSeller(9000);
    const [paid, denied] = [await ask(seller, '10.00'), await ask(seller, '20.50')];
    for (let n = 0; n < 2; n += 1) {
      await settle(adminUid, paid.withdrawal.id);
      await refuse(adminUid, denied.withdrawal.id);
    }
    const { rows } = await fixture.pool.query(
      `SELECT action, reason, actor_id, subject_kind, subject_id FROM moderation_actions
       WHERE subject_id = ANY ($1) ORDER BY created_at`,
      [[paid.withdrawal.id, denied.withdrawal.id]],
    );
    const auditEntry = { actor_id: adminUid, subject_kind: 'withdrawal' };
    expect(rows).toEqual([
      { ...auditEntry, action: 'settle', reason: 'Saque pago.', subject_id: paid.withdrawal.id },
      {
        ...auditEntry,
        action: 'refuse',
        reason: 'Chave de outra pessoa.',
        subject_id: denied.withdrawal.id,
      },
    ]);
  });

  it('notifies the seller once', async () => {
    const seller = await fixture.buildSeller(9000);
    const [paid, denied] = [await ask(seller, '10.00'), await ask(seller, '20.50')];
    for (let n = 0; n < 2; n += 1) {
      await settle(adminUid, paid.withdrawal.id);
      await refuse(adminUid, denied.withdrawal.id);
    }
    const { rows } = await fixture.pool.query(
      `SELECT content, type, sender_id, additional_info FROM notifications
       WHERE receiver_id = $1 ORDER BY id`,
      [seller],
    );
    const notificationFields = { type: 'payment', sender_id: null };
    expect(rows).toEqual([
      {
        ...notificationFields,
        content: 'Seu saque de R$ 10,00 foi pago.',
        additional_info: { withdrawalId: paid.withdrawal.id, event: 'withdrawal_settled' },
      },
      {
        ...notificationFields,
        content:
          'Seu saque de R$ 20,50 foi recusado e o valor está disponível de novo. Motivo: Chave de outra pessoa.',
        additional_info: { withdrawalId: denied.withdrawal.id, event: 'withdrawal_refused' },
      },
    ]);
  });

  it('happens once: a repeat changes nothing, the opposite is refused', async () => {
    const seller = await fixture.buildSeller(9000);
    const [paid, denied] = [await ask(seller, '10.00'), await ask(seller, '20.00')];
    const firstDecision = await settle(adminUid, paid.withdrawal.id);
    expect(await settle(adminUid, paid.withdrawal.id)).toEqual(firstDecision);
    const otherAdmin = await fixture.buildAdmin();
    expect(await errorOfCall(settle(otherAdmin, paid.withdrawal.id))).toMatchObject({
      code: 'withdrawal_decided',
    });
    const firstRefusal = await refuse(adminUid, denied.withdrawal.id, 'Primeiro motivo.');
    expect(await refuse(adminUid, denied.withdrawal.id, 'Outro motivo.')).toEqual(firstRefusal);
    const lateRefusal = {
      status: 409,
      code: 'withdrawal_decided',
      message: 'Este saque já foi decidido.',
    };
    expect(await errorOfCall(refuse(adminUid, paid.withdrawal.id))).toMatchObject(lateRefusal);
    expect(await errorOfCall(settle(adminUid, denied.withdrawal.id))).toMatchObject(lateRefusal);
    expect(await readBalances(seller)).toMatchObject({ available: '80.00', withdrawing: '0.00' });
  });

  it('by fifty administrators at once has one outcome', async () => {
    const seller = await fixture.buildSeller(9000);
    const { withdrawal } = await ask(seller, '40.00');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 ? settle(adminUid, withdrawal.id) : refuse(adminUid, withdrawal.id),
      ),
    );
    const statuses = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.withdrawal.status] : [],
    );
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(statuses).toHaveLength(25);
    expect(new Set(statuses).size).toBe(1);
    expect(new Set(codes)).toEqual(new Set(['withdrawal_decided']));
    const available = statuses[0] === 'settled' ? '50.00' : '90.00';
    expect(await readBalances(seller)).toMatchObject({ available, withdrawing: '0.00' });
  });

  it('is refused about one’s own withdrawal', async () => {
    const adminWithSales = await fixture.buildSeller(9000, { role: 'admin' });
    const { withdrawal } = await ask(adminWithSales, '10.00');
    const forbiddenRefusal = { status: 403, code: 'forbidden', message: 'Acesso negado.' };
    expect(await errorOfCall(settle(adminWithSales, withdrawal.id))).toMatchObject(
      forbiddenRefusal,
    );
    expect(await errorOfCall(refuse(adminWithSales, withdrawal.id))).toMatchObject(
      forbiddenRefusal,
    );
    const directUpdate = fixture.pool.query(
      `UPDATE withdrawals SET status = 'settled', decided_by = owner_id, decided_at = now() WHERE id = $1`,
      [withdrawal.id],
    );
    await expect(directUpdate).rejects.toThrow(/check constraint/);
    expect(await readBalances(adminWithSales)).toMatchObject({ withdrawing: '10.00' });
  });

  it('is allowed to administrators only', async () => {
    const seller = await fixture.buildSeller(9000);
    const { withdrawal } = await ask(seller, '10.00');
    const forbiddenRefusal = { status: 403, code: 'forbidden' };
    for (const uid of [seller, await fixture.buildPerson()]) {
      expect(await errorOfCall(settle(uid, withdrawal.id))).toMatchObject(forbiddenRefusal);
      expect(await errorOfCall(refuse(uid, withdrawal.id))).toMatchObject(forbiddenRefusal);
      expect(await errorOfCall(fixture.as(uid).wallet.adminListWithdrawals())).toMatchObject(
        forbiddenRefusal,
      );
    }
  });

  it('needs an existing request, and a reason to refuse it', async () => {
    const notFoundRefusal = { status: 404, code: 'withdrawal_not_found' };
    for (const id of [randomUUID(), 'no-id-at-all']) {
      expect(await errorOfCall(settle(adminUid, id))).toMatchObject(notFoundRefusal);
      expect(await errorOfCall(refuse(adminUid, id))).toMatchObject(notFoundRefusal);
    }
    const { withdrawal } = await ask(await fixture.buildSeller(900), '1.00');
    for (const [reason, message] of [
      [' ', 'Motivo obrigatório'],
      ['x'.repeat(201), 'Use no máximo 200 caracteres.'],
    ] as const) {
      const refusal = await errorOfCall(refuse(adminUid, withdrawal.id, reason));
      expect(refusal).toMatchObject({ status: 400, message });
    }
  });
});

describe('the administrators’ list', () => {
  it('is oldest first, whole keys, by status, page by page', async () => {
    const seller = await fixture.buildSeller(9000);
    const withdrawalIds: string[] = [];
    for (let n = 0; n < 4; n += 1) withdrawalIds.push((await ask(seller, '1.00')).withdrawal.id);
    const [first, second] = withdrawalIds as [string, string];
    await settle(adminUid, first);
    await refuse(adminUid, second);
    const listWithdrawalsOfSeller = async (status?: 'requested' | 'settled' | 'refused') => {
      const listedWithdrawals: { id: string; pixKey: string; at: string }[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = {
          limit: '3',
          ...(status ? { status } : {}),
          ...(cursor ? { cursor } : {}),
        };
        const page: Awaited<ReturnType<typeof listPage>> = await listPage(query);
        for (const { id, uid, pixKey: key, createdAt: at } of page.withdrawals) {
          if (uid === seller) listedWithdrawals.push({ id, pixKey: key, at });
        }
        cursor = page.nextCursor;
      } while (cursor);
      expect(listedWithdrawals.map(({ at }) => at)).toEqual(
        listedWithdrawals.map(({ at }) => at).sort(),
      );
      expect(new Set(listedWithdrawals.map((listedWithdrawal) => listedWithdrawal.pixKey))).toEqual(
        new Set([pixKey]),
      );
      return listedWithdrawals.map(({ id }) => id);
    };
    expect(await listWithdrawalsOfSeller()).toEqual(withdrawalIds);
    expect(await listWithdrawalsOfSeller('requested')).toEqual(withdrawalIds.slice(2));
    expect(await listWithdrawalsOfSeller('settled')).toEqual([first]);
    expect(await listWithdrawalsOfSeller('refused')).toEqual([second]);
    for (const query of ['status=paid', 'cursor=x', 'limit=51']) {
      const answer = await fixture.call(adminUid, 'GET', `/api/admin/withdrawals?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: 'Parâmetro inválido.' });
    }
  });

  const listPage = (query: Record<string, string>) =>
    fixture.as(adminUid).wallet.adminListWithdrawals({ query });
});
