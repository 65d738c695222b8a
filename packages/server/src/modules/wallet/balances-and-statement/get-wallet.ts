import { formatDecimal } from '@guilda/contract/money/money';
import type { WalletEntry } from '@guilda/contract/money/wallet';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { readBalances } from '../ledger/ledger-store.ts';
import { listStatementLines, type StatementLine, statementKinds } from './statement-store.ts';

export interface GetWalletDeps {
  readonly database: Pick<Database, 'db'>;
}

/** A seller's balances in reais as decimal text, such as `49.90`, and a page of the statement. */
export interface Wallet {
  readonly available: string;
  readonly clearing: string;
  readonly held: string;
  readonly debt: string;
  readonly fees: string;
  /** Amount of requested withdrawals that were not paid out yet. */
  readonly withdrawing: string;
  readonly entries: WalletEntry[];
  readonly nextCursor: string | null;
}

function toEntry({ key: _, kind, amount, orderId, ...line }: StatementLine): WalletEntry {
  return {
    ...line,
    paymentId: orderId,
    kind: statementKinds[kind],
    amount: formatDecimal(amount),
  };
}

/**
 * The seller's balances: `held` before the platform fee, `clearing` and `available` after it, `debt` after chargebacks
 * (`docs/product/money.md`). The lines of the statement add up to `held` plus `clearing` plus `available` less
 * `debt`; `withdrawing` is not included.
 */
export const getWallet =
  (deps: GetWalletDeps) =>
  async (
    actor: Person,
    query: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Result<Wallet, 'invalid_parameter'>> => {
    const cursorResult = decodeCursor(query.cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const { db } = deps.database;
    const [balances, lines] = await Promise.all([
      readBalances(db, actor.uid),
      listStatementLines(db, actor.uid, { limit: query.limit, afterCursor: cursorResult.value }),
    ]);
    const { page, nextCursor } = pageOf(lines, query.limit, ({ key, id }) => ({ key, id }));
    return ok({
      available: formatDecimal(balances.available),
      clearing: formatDecimal(balances.clearing),
      held: formatDecimal(balances.held),
      debt: formatDecimal(balances.debt),
      fees: formatDecimal(balances.fees),
      withdrawing: formatDecimal(balances.withdrawing),
      entries: page.map(toEntry),
      nextCursor,
    });
  };
