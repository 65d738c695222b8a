import type { PixKey } from '@guilda/contract/money/pix';
import type { Withdrawal } from '@guilda/contract/money/wallet';
import type { Person } from '../../../platform/actor.ts';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockConfirmation } from '../../identity/index.ts';
import { hasAgeRequirement, lockOpenAccounts } from '../../users/index.ts';
import { postWithdrawal } from '../ledger/ledger.ts';
import { lockWallet } from '../ledger/ledger-store.ts';
import {
  decryptPayoutProfile,
  encryptPayee,
  type Payee,
} from '../payout-profile/encrypt-payout-profile.ts';
import { lockPayoutProfileForWithdrawal } from '../payout-profile/payout-profile-store.ts';
import { findDebt } from './debt.ts';
import { toWithdrawal } from './view.ts';
import {
  findWithdrawalByIdempotencyKey,
  insertWithdrawal,
  lockAvailableBalance,
} from './withdrawal-store.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

export interface RequestWithdrawalDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly dataEncryption: DataEncryption;
}

export interface WithdrawalInput {
  /** Amount in centavos. */
  readonly amount: number;
  readonly pixKey: PixKey;
  /** The client's `Idempotency-Key`; empty when it sent none. */
  readonly idempotencyKey: string;
  /** Proof of a fresh sign-in from the header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
}

type RequestWithdrawalRefusal =
  | 'age_required'
  | 'payout_profile_missing'
  | 'payout_profile_resting'
  | 'wallet_in_debt'
  | 'confirmation_required'
  | 'balance_too_low'
  | 'idempotency_mismatch'
  | 'token_invalid';

type RequestWithdrawalResult = Result<{ withdrawal: Withdrawal }, RequestWithdrawalRefusal>;

/**
 * The answer for an idempotency key that was used before: the withdrawal if amount and Pix key are equal, otherwise a
 * refusal.
 */
function resultOfReplay(knownWithdrawal: WithdrawalRow, { amount, pixKey }: WithdrawalInput) {
  const isSame = knownWithdrawal.amount === amount && knownWithdrawal.pixKey === pixKey.key;
  if (isSame) return ok({ withdrawal: toWithdrawal(knownWithdrawal) });
  return err('idempotency_mismatch', { message: 'Esta chave já foi usada em outro saque.' });
}

/** The payee of the withdrawal. A profile that cannot be decrypted any more counts as missing. */
async function findPayee(
  { dataEncryption }: RequestWithdrawalDeps,
  tx: Db,
  uid: string,
): Promise<Result<Payee, 'payout_profile_missing' | 'payout_profile_resting'>> {
  const profile = await lockPayoutProfileForWithdrawal(tx, uid);
  const payee = profile && decryptPayoutProfile(dataEncryption, profile.row);
  if (!profile || !payee) return err('payout_profile_missing');
  const usableFrom = profile.row.usableFrom.toISOString();
  return profile.isResting ? err('payout_profile_resting', { extra: { usableFrom } }) : ok(payee);
}

async function insertAndPostWithdrawal(
  { ids, dataEncryption }: RequestWithdrawalDeps,
  tx: Db,
  ownerId: string,
  input: WithdrawalInput & { readonly payee: Payee },
): Promise<WithdrawalRow> {
  const { amount, pixKey, payee } = input;
  const id = ids.uuid();
  const row = await insertWithdrawal(tx, {
    id,
    ownerId,
    amount,
    pixKeyKind: pixKey.kind,
    pixKey: pixKey.key,
    pixKeyMatches: pixKey.kind === 'cpf' && pixKey.key === payee.cpf,
    payee: encryptPayee(dataEncryption, id, payee),
    idempotencyKey: input.idempotencyKey || null,
  });
  if (!(await postWithdrawal(tx, ids, { withdrawalId: id, ownerId, amount })))
    throw new Error(`the ledger already holds withdrawal ${id}`);
  return row;
}

async function requestInTransaction(
  deps: RequestWithdrawalDeps,
  tx: Db,
  actor: Person,
  input: WithdrawalInput,
): Promise<RequestWithdrawalResult> {
  const { amount, idempotencyKey, confirmation } = input;
  const confirmationUse = { actor, purpose: 'withdrawal', confirmation } as const;
  const lockedConfirmation = await lockConfirmation(tx, confirmationUse);
  if (!(await lockOpenAccounts(tx, [actor.uid]))) return err('token_invalid');
  await lockWallet(tx, actor.uid);
  const available = await lockAvailableBalance(tx, actor.uid);
  const knownWithdrawal =
    idempotencyKey && (await findWithdrawalByIdempotencyKey(tx, actor.uid, idempotencyKey));
  if (knownWithdrawal) return resultOfReplay(knownWithdrawal, input);
  if (await hasAgeRequirement(tx, actor.uid)) return err('age_required');
  const payee = await findPayee(deps, tx, actor.uid);
  if (!payee.ok) return payee;
  if ((await findDebt(tx, actor.uid)) > 0) return err('wallet_in_debt');
  if (!lockedConfirmation) return err('confirmation_required');
  if (available < amount) return err('balance_too_low');
  const row = await insertAndPostWithdrawal(deps, tx, actor.uid, { ...input, payee: payee.value });
  await lockedConfirmation.spend();
  return ok({ withdrawal: toWithdrawal(row) });
}

/**
 * Requests a withdrawal of available money (`docs/product/money.md`). The amount leaves the available balance at once.
 * Refusals in this order: an `Idempotency-Key` of another withdrawal, an age requirement (`age_required`), a missing
 * payout profile, one that was changed recently and cannot be used yet, a debt, no confirmation for `withdrawal`, a
 * balance that is too low. After a refusal the confirmation stays valid. A repeated `Idempotency-Key` returns the first
 * withdrawal and needs neither confirmation nor balance. Concurrent requests succeed as long as the balance is
 * sufficient.
 */
export const requestWithdrawal =
  (deps: RequestWithdrawalDeps) =>
  (actor: Person, input: WithdrawalInput): Promise<RequestWithdrawalResult> =>
    deps.database.transaction((tx) => requestInTransaction(deps, tx, actor, input));
