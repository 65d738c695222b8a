import type { Download } from '@guilda/contract/endpoint';
import type { Person } from '../../../platform/actor.ts';
import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  type AnnualStatement,
  type AnnualStatementDeps,
  readAnnualStatement,
} from './annual-statement.ts';
import type { StatementRenderer } from './statement-renderer.ts';
import {
  dayText,
  statementColumns,
  statementHeaderRows,
  statementRows,
} from './statement-texts.ts';

function createStatementCsv(statement: AnnualStatement): string {
  const { year, lastDay, openingBalance, closingBalance } = statement;
  return (
    UTF8_BOM +
    toCsv([
      ['Informe anual de vendas', String(year)],
      ...statementHeaderRows(statement),
      ['Saldo no começo (R$)', openingBalance],
      [`Saldo em ${dayText(lastDay)} (R$)`, closingBalance],
      [],
      ['Mês', ...statementColumns.map(({ title }) => `${title} (R$)`)],
      ...statementRows(statement).map(({ title, sums }) => [
        title,
        ...statementColumns.map(({ amountOf }) => amountOf(sums)),
      ]),
    ])
  );
}

export interface DownloadStatementDeps extends AnnualStatementDeps {
  readonly statementRenderer: Pick<StatementRenderer, 'render'>;
}

/** The actor's annual statement as a file; `invalid_parameter` for a year that has not begun. */
export const downloadStatement =
  (deps: DownloadStatementDeps) =>
  async (
    actor: Person,
    year: number,
    format: 'csv' | 'pdf',
  ): Promise<Result<Download, 'invalid_parameter' | 'unavailable'>> => {
    const statement = await readAnnualStatement(deps)(actor, year);
    if (!statement.ok) return statement;
    const filename = `guilda-informe-${year}.${format}`;
    if (format === 'csv') return ok({ filename, body: [createStatementCsv(statement.value)] });
    const pdf = await deps.statementRenderer.render(statement.value);
    return pdf.ok ? ok({ filename, body: [pdf.value] }) : pdf;
  };
