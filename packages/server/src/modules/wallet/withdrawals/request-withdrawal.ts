import type { PixKey } from '@guilda/contract/pix';
import type { Withdrawal } from '@guilda/contract/wallet';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { postWithdrawal } from '../ledger/ledger.ts';
import { lockWallet } from '../ledger/ledger-store.ts';
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
}

export interface WithdrawalInput {
  /** In centavos. */
  readonly amount: number;
  readonly pixKey: PixKey;
  /** The client's `Idempotency-Key`; empty when it sent none. */
  readonly idempotencyKey: string;
}

type RequestWithdrawalRefusal = 'balance_too_low' | 'idempotency_mismatch' | 'wallet_in_debt';

/**
 * The answer for an idempotency key that was used before: the withdrawal if amount and Pix key are equal, otherwise a
 * refusal.
 */
function resultOfReplay(known: WithdrawalRow, { amount, pixKey }: WithdrawalInput) {
  const same = known.amount === amount && known.pixKey === pixKey.key;
  if (same) return ok({ withdrawal: toWithdrawal(known) });
  return err('idempotency_mismatch', { message: 'Esta chave já foi usada em outro saque.' });
}

async function insertAndPostWithdrawal(
  { ids }: RequestWithdrawalDeps,
  tx: Db,
  { uid: ownerId }: Person,
  input: WithdrawalInput,
): Promise<Result<{ withdrawal: Withdrawal }, RequestWithdrawalRefusal>> {
  const { amount, pixKey } = input;
  const idempotencyKey = input.idempotencyKey || null;
  await lockWallet(tx, ownerId);
  const available = await lockAvailableBalance(tx, ownerId);
  const known =
    idempotencyKey && (await findWithdrawalByIdempotencyKey(tx, ownerId, idempotencyKey));
  if (known) return resultOfReplay(known, input);
  if ((await findDebt(tx, ownerId)) > 0) return err('wallet_in_debt');
  if (available < amount) return err('balance_too_low');
  const row = await insertWithdrawal(tx, {
    id: ids.uuid(),
    ownerId,
    amount,
    pixKeyKind: pixKey.kind,
    pixKey: pixKey.key,
    idempotencyKey,
  });
  await postWithdrawal(tx, ids, { withdrawalId: row.id, ownerId, amount });
  return ok({ withdrawal: toWithdrawal(row) });
}

/**
 * Requests a withdrawal of available money (`docs/product/money.md`). The amount leaves the available balance at once.
 * Whoever has a debt gets `wallet_in_debt`.
 * Concurrent requests succeed as long as the balance is sufficient; further requests get `balance_too_low`. A repeated
 * `Idempotency-Key` returns the first withdrawal.
 */
export const requestWithdrawal =
  (deps: RequestWithdrawalDeps) =>
  (
    actor: Person,
    input: WithdrawalInput,
  ): Promise<Result<{ withdrawal: Withdrawal }, RequestWithdrawalRefusal>> =>
    deps.database.transaction((tx) => insertAndPostWithdrawal(deps, tx, actor, input));
