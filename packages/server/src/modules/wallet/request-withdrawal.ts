import type { PixKey } from '@guilda/contract/pix';
import type { Withdrawal } from '@guilda/contract/wallet';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { postWithdrawal } from './ledger.ts';
import { toWithdrawal } from './view.ts';
import { findByKey, insertWithdrawal, lockAvailable } from './withdrawal-store.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

export interface RequestWithdrawalDeps {
  readonly database: Database;
  readonly ids: Ids;
}

export interface WithdrawalWish {
  /** Centavos. */
  readonly amount: number;
  readonly pixKey: PixKey;
  /** Empty when the client names the request by nothing. */
  readonly idempotencyKey: string;
}

type Refusal = 'balance_too_low' | 'idempotency_mismatch';

/** The answer that an earlier request under the same name got; another wish is another request. */
function repeat(known: WithdrawalRow, { amount, pixKey }: WithdrawalWish) {
  const same = known.amount === amount && known.pixKey === pixKey.key;
  if (same) return ok({ withdrawal: toWithdrawal(known) });
  return err('idempotency_mismatch', { message: 'Esta chave já foi usada em outro saque.' });
}

async function request(
  { ids }: RequestWithdrawalDeps,
  tx: Db,
  { uid: ownerId }: Person,
  wish: WithdrawalWish,
): Promise<Result<{ withdrawal: Withdrawal }, Refusal>> {
  const { amount, pixKey } = wish;
  const idempotencyKey = wish.idempotencyKey || null;
  const available = await lockAvailable(tx, ownerId);
  const known = idempotencyKey && (await findByKey(tx, ownerId, idempotencyKey));
  if (known) return repeat(known, wish);
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
 * Asks for available money to be paid out (`product §5`): the amount is set aside at once. However
 * many ask at the same time, the balance pays for what was granted and the rest is
 * `balance_too_low`; the same `Idempotency-Key` asks once.
 */
export const requestWithdrawal =
  (deps: RequestWithdrawalDeps) =>
  (actor: Person, wish: WithdrawalWish): Promise<Result<{ withdrawal: Withdrawal }, Refusal>> =>
    deps.database.transaction((tx) => request(deps, tx, actor, wish));
