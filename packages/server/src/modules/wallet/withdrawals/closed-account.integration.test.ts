import { afterAll, beforeAll, expect, it } from 'vitest';
import { testIdentityHashes } from '../../../../test/fixtures/data/people.ts';
import { noopRealtime } from '../../../../test/fixtures/fakes/fake-presence.ts';
import {
  createWalletFixture,
  createWithdrawalCalls,
  pixKey,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { deleteAccount } from '../../privacy/index.ts';

let fixture: WalletFixture;
let adminUid: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
  adminUid = await fixture.buildAdmin();
});

afterAll(() => fixture.close());

const closeAccount = async (uid: string) => {
  const deletePerson = deleteAccount({
    ...fixture,
    identityHashes: testIdentityHashes,
    realtime: noopRealtime,
    enqueue: async () => {},
  });
  const outcome = await deletePerson({
    kind: 'person',
    uid,
    role: 'user',
    sessionId: '',
    blocks: false,
    adult: false,
  });
  expect(outcome).toMatchObject({ ok: true });
};

const withdrawalCalls = createWithdrawalCalls(() => fixture);
const requestWithdrawal = async (seller: string, amount = '10.00') =>
  (await withdrawalCalls.ask(seller, amount)).withdrawal.id;
const settleWithdrawal = async (id: string) =>
  (await withdrawalCalls.settle(adminUid, id)).withdrawal;
const refuseWithdrawal = async (id: string) =>
  (await withdrawalCalls.refuse(adminUid, id)).withdrawal;
const listStoredKeys = async (seller: string) =>
  (
    await fixture.pool.query('SELECT pix_key FROM withdrawals WHERE owner_id = $1 ORDER BY id', [
      seller,
    ])
  ).rows.map((row) => row.pix_key);
/** Whether each withdrawal still has its payee, and whether there is a payout profile. */
const listStoredPayees = async (seller: string) => {
  const { rows } = await fixture.pool.query(
    'SELECT payee IS NOT NULL AS payee FROM withdrawals WHERE owner_id = $1 ORDER BY id',
    [seller],
  );
  const profiles = await fixture.pool.query('SELECT FROM payout_profiles WHERE uid = $1', [seller]);
  return { payees: rows.map(({ payee }) => payee), profile: profiles.rowCount === 1 };
};

it('erases keys of decided withdrawals and keeps those of open ones', async () => {
  const seller = await fixture.buildSeller(9000);
  const [paidId, deniedId, openId] = [
    await requestWithdrawal(seller),
    await requestWithdrawal(seller),
    await requestWithdrawal(seller),
  ];
  await settleWithdrawal(paidId);
  await refuseWithdrawal(deniedId);
  expect(await listStoredPayees(seller)).toEqual({ payees: [true, true, true], profile: true });
  await closeAccount(seller);
  expect(await listStoredPayees(seller)).toEqual({ payees: [false, false, true], profile: false });
  expect(await listStoredKeys(seller)).toEqual([null, null, pixKey]);
  const { withdrawals } = await fixture.as(adminUid).wallet.adminListWithdrawals();
  const sellerWithdrawals = withdrawals.filter(({ uid }) => uid === seller);
  expect(
    sellerWithdrawals.map((withdrawal) => [
      withdrawal.id,
      withdrawal.pixKey,
      withdrawal.displayName,
      withdrawal.badges,
    ]),
  ).toEqual([
    [paidId, 'Chave removida', 'Usuário removido', []],
    [deniedId, 'Chave removida', 'Usuário removido', []],
    [openId, pixKey, 'Usuário removido', []],
  ]);
});

it('is paid its open withdrawal, whose key is erased then', async () => {
  const seller = await fixture.buildSeller(9000);
  const [paidId, deniedId] = [await requestWithdrawal(seller), await requestWithdrawal(seller)];
  await closeAccount(seller);
  const adminView = await fixture.as(adminUid).wallet.adminGetWithdrawal({
    params: { id: paidId },
  });
  expect(adminView.withdrawal.payee).toEqual({
    legalName: 'Ana Souza de Lima',
    cpf: '12345678909',
  });
  expect(await settleWithdrawal(paidId)).toMatchObject({
    status: 'settled',
    pixKey: 'Chave removida',
  });
  expect(await refuseWithdrawal(deniedId)).toMatchObject({
    status: 'refused',
    pixKey: 'Chave removida',
  });
  expect(await listStoredKeys(seller)).toEqual([null, null]);
  expect(await listStoredPayees(seller)).toEqual({ payees: [false, false], profile: false });
});

it('leaves no key when it is closed during a decision', async () => {
  for (let round = 0; round < 15; round += 1) {
    const seller = await fixture.buildSeller(900);
    const id = await requestWithdrawal(seller, '9.00');
    await Promise.all([
      closeAccount(seller),
      round % 2 ? settleWithdrawal(id) : refuseWithdrawal(id),
    ]);
    expect(await listStoredKeys(seller)).toEqual([null]);
    expect(await listStoredPayees(seller)).toEqual({ payees: [false], profile: false });
  }
});
