import type { Download } from '@guilda/contract/endpoint';
import type { WalletEntry } from '@guilda/contract/money/wallet';
import type { Person } from '../../../platform/actor.ts';
import { toCsv, UTF8_BOM } from '../../../platform/csv.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { listStatementLines, type StatementLine, statementKinds } from './statement-store.ts';

export interface ExportStatementDeps {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
}

/** Number of lines read by one query, so that memory use does not grow with the history. */
const BATCH_SIZE = 500;

const csvHeader = [
  'Data',
  'Movimento',
  'Código da compra',
  'Serviço',
  'Valor (R$)',
  'A liberar em',
];

const kindNames: Readonly<Record<WalletEntry['kind'], string>> = {
  sale: 'Venda',
  fee: 'Taxa da plataforma',
  refund: 'Reembolso',
  withdrawal: 'Saque',
  withdrawal_refused: 'Saque recusado',
  chargeback: 'Pagamento contestado',
  chargeback_won: 'Contestação encerrada a seu favor',
};

const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function dateTimePartsOf(instant: Date): Record<string, string> {
  return Object.fromEntries(
    dateTimeFormat.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
}

/** Formats a time as `dd/MM/yyyy HH:mm` in the time zone of Brasília. */
function dateCell(instant: string): string {
  const { day, month, year, hour, minute } = dateTimePartsOf(new Date(instant));
  return `${day}/${month}/${year} ${hour}:${minute}`;
}

const toRow = (line: StatementLine) => [
  dateCell(line.createdAt),
  kindNames[statementKinds[line.kind]],
  line.purchaseCode ?? '',
  line.productName ?? '',
  line.amount,
  line.heldUntil === null ? '' : dateCell(line.heldUntil),
];

async function* statementLines(
  db: Db,
  uid: string,
  firstLines: StatementLine[],
): AsyncGenerator<string> {
  yield `${UTF8_BOM}${toCsv([csvHeader])}`;
  for (let lines = firstLines; ; ) {
    const page = lines.slice(0, BATCH_SIZE);
    if (page.length > 0) yield toCsv(page.map(toRow));
    const lastLine = page.at(-1);
    if (lines.length <= BATCH_SIZE || !lastLine) return;
    lines = await listStatementLines(db, uid, { limit: BATCH_SIZE, afterCursor: lastLine });
  }
}

/**
 * The whole statement of the actor as CSV, newest first, streamed in batches. The first batch is read before the
 * response begins, so that a database failure still sets the status code.
 */
export const exportStatement =
  ({ database: { db }, clock }: ExportStatementDeps) =>
  async (actor: Person): Promise<Download> => {
    const firstBatch = await listStatementLines(db, actor.uid, {
      limit: BATCH_SIZE,
      afterCursor: null,
    });
    const { day, month, year } = dateTimePartsOf(clock.now());
    return {
      filename: `guilda-extrato-${year}-${month}-${day}.csv`,
      body: statementLines(db, actor.uid, firstBatch),
    };
  };
