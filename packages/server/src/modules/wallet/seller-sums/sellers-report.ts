import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { DataSealer } from '../../../platform/sealed-data.ts';
import { openProfile } from '../payout-profile/sealed-payout-profile.ts';
import { addSellerSums, type SellerSums, zeroSellerSums } from './seller-sums.ts';
import { listSellersOfMonth, readLedgerOfMonth, type SellerOfMonth } from './seller-sums-store.ts';
import { statementColumns } from './statement-texts.ts';

export interface SellersReportDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly dataSealer: DataSealer;
}

/** A month by the calendar of Brasília. */
export interface MonthOfYear {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** A month as `2026-11`. */
export const monthText = ({ year, month }: MonthOfYear): string =>
  `${year}-${String(month).padStart(2, '0')}`;

/** The sums of all sellers of a month, as a file for the operator. */
export interface SellersReport {
  readonly csv: string;
  readonly sellers: number;
  /** Sellers without name and CPF: those without a payout profile, and those whose account is closed. */
  readonly unnamed: number;
}

/** The sums of the sellers are not those of the ledger. */
export class LedgerDifferenceError extends Error {}

/** Whether the sellers' sums are those of the accounts that are no seller's money. */
async function equalsLedger(tx: Db, of: MonthOfYear, total: SellerSums): Promise<boolean> {
  const { buyer, platform, paidOut } = await readLedgerOfMonth(tx, of.year, of.month);
  return (
    total.sales - total.refunds - total.chargebacks + total.chargebacksWon === 0 - buyer &&
    total.feesCharged - total.feesReturned === platform &&
    total.withdrawals - total.withdrawalsReturned === paidOut
  );
}

function toRow(sealer: DataSealer, seller: SellerOfMonth) {
  const { uid, username, sealed } = seller;
  const profile = sealed && openProfile(sealer, { uid, sealed });
  return {
    named: profile !== null,
    cells: [
      profile?.legalName ?? '',
      profile?.cpf ?? '',
      uid,
      username,
      ...statementColumns.map(({ amountOf }) => amountOf(seller)),
    ],
  };
}

/**
 * Makes the file of a month from one snapshot of the database (`docs/product/money.md`). It contains names and CPF, so
 * it is for `encrypt` only.
 * @param reportId id under which the audit log names the file
 * @throws LedgerDifferenceError when the sums of the sellers are not those of the ledger
 */
export const makeSellersReport =
  ({ database, dataSealer }: SellersReportDeps) =>
  (reportId: string, of: MonthOfYear): Promise<SellersReport> =>
    database.transaction(
      async (tx) => {
        const sellers = await listSellersOfMonth(tx, of.year, of.month);
        const total = sellers.reduce<SellerSums>(addSellerSums, zeroSellerSums);
        if (!(await equalsLedger(tx, of, total))) throw new LedgerDifferenceError();
        const rows = sellers.map((seller) => toRow(dataSealer, seller));
        const csv = toCsv([
          ['Vendas por vendedor', monthText(of)],
          ['Arquivo', reportId],
          [],
          [
            ...['Nome', 'CPF', 'Conta', 'Nome de usuário'],
            ...statementColumns.map(({ title }) => `${title} (R$)`),
          ],
          ...rows.map(({ cells }) => cells),
          ['Total', '', '', '', ...statementColumns.map(({ amountOf }) => amountOf(total))],
        ]);
        const unnamed = rows.filter(({ named }) => !named).length;
        return { csv: UTF8_BOM + csv, sellers: sellers.length, unnamed };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
