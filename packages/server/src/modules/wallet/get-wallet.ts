import { formatDecimal } from '@guilda/contract/money';
import type { WalletEntry } from '@guilda/contract/wallet';
import type { Person } from '../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { LedgerKind } from './ledger-tables.ts';
import { readLines, readTotals, type WalletLine } from './wallet-store.ts';

export interface WalletDeps {
  readonly database: Database;
}

export interface Wallet {
  readonly available: string;
  readonly held: string;
  readonly fees: string;
  readonly withdrawing: string;
  readonly entries: WalletEntry[];
  readonly nextCursor: string | null;
}

/** What a seller calls each kind: a paid sale comes in gross, its end takes the fee. */
const lineKinds: Readonly<Record<LedgerKind, WalletEntry['kind']>> = {
  payment: 'sale',
  completion: 'fee',
  refund: 'refund',
  withdrawal: 'withdrawal',
};

function toEntry(line: WalletLine): WalletEntry {
  const { id, kind, amount, paymentId, productName, createdAt } = line;
  return {
    id,
    kind: lineKinds[kind],
    amount: formatDecimal(amount),
    paymentId,
    purchaseCode: null,
    productName,
    createdAt,
  };
}

/** The seller's money: `held` before the platform fee, `available` after it (`product §12`). */
export const getWallet =
  (deps: WalletDeps) =>
  async (
    actor: Person,
    query: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Result<Wallet, 'invalid_parameter'>> => {
    const after = decodeCursor(query.cursor, timeKey);
    if (!after.ok) return after;
    const { db } = deps.database;
    const [totals, lines] = await Promise.all([
      readTotals(db, actor.uid),
      readLines(db, actor.uid, { limit: query.limit, after: after.value }),
    ]);
    const { page, nextCursor } = pageOf(lines, query.limit, ({ key, id }) => ({ key, id }));
    return ok({
      available: formatDecimal(totals.available),
      held: formatDecimal(totals.held),
      fees: formatDecimal(0),
      withdrawing: formatDecimal(0),
      entries: page.map(toEntry),
      nextCursor,
    });
  };
