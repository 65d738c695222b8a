import type { Download } from '@guilda/contract/endpoint';
import type { Person } from '../../../platform/actor.ts';
import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  type AnnualStatement,
  type AnnualStatementDeps,
  readAnnualStatement,
} from './annual-statement.ts';
import { createStatementPdf } from './statement-pdf.ts';
import {
  dayText,
  statementColumns,
  statementHeaderRows,
  statementRows,
} from './statement-texts.ts';

function createStatementCsv(statement: AnnualStatement): string {
  const { year, until, opening, closing } = statement;
  return (
    UTF8_BOM +
    toCsv([
      ['Informe anual de vendas', String(year)],
      ...statementHeaderRows(statement),
      ['Saldo no começo (R$)', opening],
      [`Saldo em ${dayText(until)} (R$)`, closing],
      [],
      ['Mês', ...statementColumns.map(({ title }) => `${title} (R$)`)],
      ...statementRows(statement).map(({ title, sums }) => [
        title,
        ...statementColumns.map(({ amountOf }) => amountOf(sums)),
      ]),
    ])
  );
}

const formats = {
  csv: async (statement: AnnualStatement) => [createStatementCsv(statement)],
  pdf: createStatementPdf,
} as const;

/** The actor's annual statement as a file; `invalid_parameter` for a year that has not begun. */
export const downloadStatement =
  (deps: AnnualStatementDeps) =>
  async (
    actor: Person,
    year: number,
    format: keyof typeof formats,
  ): Promise<Result<Download, 'invalid_parameter'>> => {
    const statement = await readAnnualStatement(deps)(actor, year);
    if (!statement.ok) return statement;
    const body = await formats[format](statement.value);
    return ok({ filename: `guilda-informe-${year}.${format}`, body });
  };
