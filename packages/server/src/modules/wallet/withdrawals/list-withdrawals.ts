import type { AdminWithdrawal, Withdrawal } from '@guilda/contract/money/wallet';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PayoutProvider } from '../../../ports/payout-provider.ts';
import { toAdminWithdrawal, toAdminWithdrawalWithPayee, toWithdrawal } from './view.ts';
import { statusesShownAs } from './withdrawal-states.ts';
import {
  findWithdrawalWithOwner,
  listAllWithdrawals,
  listOwnWithdrawals,
} from './withdrawal-store.ts';

export interface ListWithdrawalsDeps {
  readonly database: Pick<Database, 'db'>;
}

export interface ListWithdrawalsForAdminDeps extends ListWithdrawalsDeps {
  readonly clock: Clock;
  readonly dataEncryption: DataEncryption;
  /** Amount in centavos above which two administrators must approve a withdrawal. */
  readonly withdrawalTwoEyes: number;
  /** The provider that sends withdrawals; null when administrators pay them by hand. */
  readonly payoutProvider: Pick<PayoutProvider, 'name'> | null;
}

interface WithdrawalListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface WithdrawalPage<T> {
  readonly withdrawals: T[];
  readonly nextCursor: string | null;
}

const cursorOf = (row: { key: string; withdrawal: { id: string } }) => ({
  key: row.key,
  id: row.withdrawal.id,
});

/** A page of the actor's withdrawals, newest first, with masked Pix keys. */
export const listWithdrawals =
  ({ database: { db } }: ListWithdrawalsDeps) =>
  async (
    actor: Person,
    { limit, cursor }: WithdrawalListQuery,
  ): Promise<Result<WithdrawalPage<Withdrawal>, 'invalid_parameter'>> => {
    const cursorResult = decodeCursor(cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const rows = await listOwnWithdrawals(db, actor.uid, {
      limit,
      afterCursor: cursorResult.value,
    });
    const { page, nextCursor } = pageOf(rows, limit, cursorOf);
    return ok({ withdrawals: page.map((row) => toWithdrawal(row.withdrawal)), nextCursor });
  };

/** A page of all withdrawals for administrators, oldest first; `status` restricts it to one status. */
export const listWithdrawalsForAdmin =
  (deps: ListWithdrawalsForAdminDeps) =>
  async ({
    limit,
    cursor,
    status,
  }: WithdrawalListQuery & { readonly status?: Withdrawal['status'] | undefined }): Promise<
    Result<WithdrawalPage<AdminWithdrawal>, 'invalid_parameter'>
  > => {
    const cursorResult = decodeCursor(cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const rows = await listAllWithdrawals(deps.database.db, {
      statuses: status && statusesShownAs(status),
      limit,
      afterCursor: cursorResult.value,
    });
    const { page, nextCursor } = pageOf(rows, limit, cursorOf);
    const viewOptions = { ...deps, now: deps.clock.now() };
    return ok({ withdrawals: page.map((row) => toAdminWithdrawal(row, viewOptions)), nextCursor });
  };

/** One withdrawal as administrators see it; administrators who may settle it see the whole payee. */
export const getWithdrawalForAdmin =
  (deps: ListWithdrawalsForAdminDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ withdrawal: AdminWithdrawal }, 'withdrawal_not_found'>> => {
    const withdrawalWithOwner = await findWithdrawalWithOwner(deps.database.db, id);
    if (!withdrawalWithOwner) return err('withdrawal_not_found');
    const viewOptions = { ...deps, now: deps.clock.now(), reader: actor.uid };
    return ok({ withdrawal: toAdminWithdrawalWithPayee(withdrawalWithOwner, viewOptions) });
  };
