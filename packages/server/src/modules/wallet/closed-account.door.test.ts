import { afterAll, beforeAll, expect, it } from 'vitest';
import { nobodyHears } from '../../../test/nobody-there.ts';
import { pixKey, type WalletRig, walletRig } from '../../../test/wallet-rig.ts';
import { deleteAccount } from '../privacy/index.ts';

let rig: WalletRig;
let admin: string;

beforeAll(async () => {
  rig = await walletRig();
  admin = await rig.admin();
});

afterAll(() => rig.close());

const leave = async (uid: string) => {
  const close = deleteAccount({ ...rig, realtime: nobodyHears, enqueue: async () => {} });
  const outcome = await close({
    kind: 'person',
    uid,
    role: 'user',
    sessionId: '',
    blocks: false,
    adult: false,
  });
  expect(outcome).toMatchObject({ ok: true });
};

const ask = async (seller: string) =>
  (await rig.as(seller).wallet.requestWithdrawal({ body: { amount: '10.00', pixKey } })).withdrawal
    .id;
const settle = async (id: string) =>
  (await rig.as(admin).wallet.settleWithdrawal({ params: { id } })).withdrawal;
const refuse = async (id: string) =>
  (
    await rig.as(admin).wallet.refuseWithdrawal({
      params: { id },
      body: { reason: 'Chave de outra pessoa.' },
    })
  ).withdrawal;
const storedKeys = async (seller: string) =>
  (
    await rig.pool.query('SELECT pix_key FROM withdrawals WHERE owner_id = $1 ORDER BY id', [
      seller,
    ])
  ).rows.map((row) => row.pix_key);

it('leaves no key of what was decided, and keeps that of what is still to be paid', async () => {
  const seller = await rig.seller(9000);
  const [paid, denied, open] = [await ask(seller), await ask(seller), await ask(seller)];
  await settle(paid);
  await refuse(denied);
  await leave(seller);
  expect(await storedKeys(seller)).toEqual([null, null, pixKey]);
  const { withdrawals } = await rig.as(admin).wallet.adminListWithdrawals();
  const theirs = withdrawals.filter(({ uid }) => uid === seller);
  expect(theirs.map((each) => [each.id, each.pixKey, each.displayName, each.badges])).toEqual([
    [paid, 'Chave removida', 'Usuário removido', []],
    [denied, 'Chave removida', 'Usuário removido', []],
    [open, pixKey, 'Usuário removido', []],
  ]);
});

it('is paid what it asked for, and the key goes then', async () => {
  const seller = await rig.seller(9000);
  const [paid, denied] = [await ask(seller), await ask(seller)];
  await leave(seller);
  expect(await settle(paid)).toMatchObject({ status: 'settled', pixKey: 'Chave removida' });
  expect(await refuse(denied)).toMatchObject({ status: 'refused', pixKey: 'Chave removida' });
  expect(await storedKeys(seller)).toEqual([null, null]);
});

it('leaves no key behind when it is closed while a request is decided', async () => {
  for (let round = 0; round < 15; round += 1) {
    const seller = await rig.seller(900);
    const id = (await rig.as(seller).wallet.requestWithdrawal({ body: { amount: '9.00', pixKey } }))
      .withdrawal.id;
    await Promise.all([leave(seller), round % 2 ? settle(id) : refuse(id)]);
    expect(await storedKeys(seller)).toEqual([null]);
  }
});
