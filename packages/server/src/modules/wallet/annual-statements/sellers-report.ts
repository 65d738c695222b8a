import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { decryptPayoutProfile } from '../payout-profile/encrypt-payout-profile.ts';
import { addSellerSums, type SellerSums, zeroSellerSums } from './seller-sums.ts';
import {
  listSellersWithMonthSums,
  readNonSellerSumsOfMonth,
  type SellerWithMonthSums,
} from './seller-sums-store.ts';
import { statementColumns } from './statement-texts.ts';

export interface SellersReportDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly dataEncryption: DataEncryption;
}

/** A month by the calendar of Brasília. */
export interface MonthOfYear {
  readonly year: number;
  /** Month from 1 to 12. */
  readonly month: number;
}

/** Formats a month as `2026-11`. */
export const monthText = ({ year, month }: MonthOfYear): string =>
  `${year}-${String(month).padStart(2, '0')}`;

/** The file with the sums of all sellers in a month, for operators. */
export interface SellersReport {
  readonly csv: string;
  readonly sellerCount: number;
  /**
   * Number of sellers without name and CPF in the file: those without a payout profile and those with a closed account.
   */
  readonly unnamedSellerCount: number;
}

/** Thrown when the sums of the sellers do not match the ledger. */
export class LedgerDifferenceError extends Error {}

/** Whether the sums of all sellers match the change of the accounts whose money does not belong to sellers. */
async function matchesLedger(
  tx: Db,
  monthOfYear: MonthOfYear,
  totalSums: SellerSums,
): Promise<boolean> {
  const { buyer, platform, paidOut } = await readNonSellerSumsOfMonth(
    tx,
    monthOfYear.year,
    monthOfYear.month,
  );
  return (
    totalSums.sales - totalSums.refunds - totalSums.chargebacks + totalSums.chargebacksWon ===
      0 - buyer &&
    totalSums.feesCharged - totalSums.feesReturned === platform &&
    totalSums.withdrawals - totalSums.withdrawalsReturned === paidOut
  );
}

function toSellerRow(dataEncryption: DataEncryption, seller: SellerWithMonthSums) {
  const { uid, username, sealed } = seller;
  const profile = sealed && decryptPayoutProfile(dataEncryption, { uid, sealed });
  return {
    isNamed: profile !== null,
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
 * Creates the file of a month from one snapshot of the database. The file contains names and CPF, so the caller must
 * encrypt it before storing it.
 * @param reportId id of the file in the audit log
 * @throws LedgerDifferenceError when the sums of the sellers do not match the ledger
 */
export const createSellersReport =
  ({ database, dataEncryption }: SellersReportDeps) =>
  (reportId: string, month: MonthOfYear): Promise<SellersReport> =>
    database.transaction(
      async (tx) => {
        const sellers = await listSellersWithMonthSums(tx, month.year, month.month);
        const totalSums = sellers.reduce<SellerSums>(addSellerSums, zeroSellerSums);
        if (!(await matchesLedger(tx, month, totalSums))) throw new LedgerDifferenceError();
        const sellerRows = sellers.map((seller) => toSellerRow(dataEncryption, seller));
        const csv = toCsv([
          ['Vendas por vendedor', monthText(month)],
          ['Arquivo', reportId],
          [],
          [
            ...['Nome', 'CPF', 'Conta', 'Nome de usuário'],
            ...statementColumns.map(({ title }) => `${title} (R$)`),
          ],
          ...sellerRows.map(({ cells }) => cells),
          ['Total', '', '', '', ...statementColumns.map(({ amountOf }) => amountOf(totalSums))],
        ]);
        const unnamedSellerCount = sellerRows.filter(({ isNamed }) => !isNamed).length;
        return { csv: UTF8_BOM + csv, sellerCount: sellers.length, unnamedSellerCount };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
