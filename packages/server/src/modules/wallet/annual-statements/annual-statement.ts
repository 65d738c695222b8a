import { brasiliaDayOf } from '@guilda/contract/brasilia-day';
import type { Company } from '@guilda/contract/privacy/legal-pages';
import type { Person } from '../../../platform/actor.ts';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { fieldErr, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import { decryptPayoutProfile, maskCpf } from '../payout-profile/encrypt-payout-profile.ts';
import { findPayoutProfile } from '../payout-profile/payout-profile-store.ts';
import { addSellerSums, balanceChange, type SellerSums, zeroSellerSums } from './seller-sums.ts';
import { findFirstYear, readSellerLedgerYear, type SellerLedgerYear } from './seller-sums-store.ts';

export interface AnnualStatementDeps {
  readonly database: Pick<Database, 'db'>;
  readonly dataEncryption: DataEncryption;
  readonly clock: Clock;
  readonly company: Company;
}

/** A seller's annual statement; amounts in centavos, days `yyyy-mm-dd` in Brasília. */
export interface AnnualStatement extends SellerLedgerYear {
  readonly year: number;
  readonly company: Company;
  /** Who receives withdrawals, with a masked CPF; null before the first payout profile. */
  readonly seller: { readonly legalName: string; readonly cpf: string } | null;
  readonly total: SellerSums;
  /** The seller's money at the end of the year, or now if the year is not over. */
  readonly closingBalance: number;
  /** The last day of the statement; today if the year is not over. */
  readonly lastDay: string;
  /** Day on which this statement was created. */
  readonly createdOn: string;
}

const yearInBrasilia = (day: string): number => Number(day.slice(0, 4));

/** Years with an annual statement, newest first, from the year of the first sale to the current year. */
export const listStatementYears =
  ({ database: { db }, clock }: Pick<AnnualStatementDeps, 'database' | 'clock'>) =>
  async (actor: Person): Promise<Result<{ years: number[] }, never>> => {
    const firstYear = await findFirstYear(db, actor.uid);
    if (firstYear === null) return ok({ years: [] });
    const currentYear = Math.max(firstYear, yearInBrasilia(brasiliaDayOf(clock.now())));
    return ok({
      years: Array.from(
        { length: currentYear - firstYear + 1 },
        (_, yearsBack) => currentYear - yearsBack,
      ),
    });
  };

/** The actor's statement of a year; `invalid_parameter` for a year that has not begun. */
export const readAnnualStatement =
  ({ database: { db }, dataEncryption, clock, company }: AnnualStatementDeps) =>
  async (actor: Person, year: number): Promise<Result<AnnualStatement, 'invalid_parameter'>> => {
    const today = brasiliaDayOf(clock.now());
    if (year > yearInBrasilia(today)) return fieldErr('invalid_parameter', 'year');
    const [ledger, row] = await Promise.all([
      readSellerLedgerYear(db, actor.uid, year),
      findPayoutProfile(db, actor.uid),
    ]);
    const profile = row && decryptPayoutProfile(dataEncryption, row);
    const total = ledger.months.reduce<SellerSums>(addSellerSums, zeroSellerSums);
    return ok({
      ...ledger,
      year,
      company,
      seller: profile && { legalName: profile.legalName, cpf: maskCpf(profile.cpf) },
      total,
      closingBalance: ledger.openingBalance + balanceChange(total),
      lastDay: year === yearInBrasilia(today) ? today : `${year}-12-31`,
      createdOn: today,
    });
  };
