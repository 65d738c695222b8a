import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPayoutProfile } from '../../../../test/fixtures/data/payouts.ts';
import {
  createWalletFixture,
  createWithdrawalCalls,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';

let fixture: WalletFixture;
beforeAll(async () => {
  fixture = await createWalletFixture();
});
afterAll(() => fixture.close());

const downloadStatement = (uid: string | null, file: string) =>
  fixture.call(uid, 'GET', `/api/wallet/statements/${file}`);

/** Reads the statement's CSV; returns a function that finds the other cells of a row by its first cell. */
async function readStatementTable(uid: string, year: number) {
  const { body } = await downloadStatement(uid, `${year}.csv`);
  const rows = body.split('\r\n').map((row) => row.split(';'));
  return (title: string) => rows.find(([first]) => first === title)?.slice(1);
}

/**
 * Changes the time of all ledger transactions of a seller. Triggers are disabled, because they refuse changes of the
 * ledger.
 */
async function moveMovementsTo(seller: string, newDate: string) {
  const client = await fixture.pool.connect();
  await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
  await client.query(
    `UPDATE ledger_transactions SET created_at = $2 WHERE id IN (
       SELECT transaction_id FROM ledger_entries WHERE owner_id = $1)`,
    [seller, newDate],
  );
  await client.query(
    `UPDATE ledger_entries SET created_at = $2 WHERE transaction_id IN (
       SELECT transaction_id FROM ledger_entries WHERE owner_id = $1)`,
    [seller, newDate],
  );
  await client.query('COMMIT');
  client.release();
}

/** Creates a seller with a sale, a payout and a refund in November 2026. */
async function createNovemberSeller() {
  const seller = await fixture.buildSeller(123_300);
  await fixture.sell({ seller, price: 5, status: 'refunded' });
  const { ask, settle, refuse } = createWithdrawalCalls(() => fixture);
  const [kept, paid] = [await ask(seller, '20'), await ask(seller, '1200,50')];
  const admin = await fixture.buildAdmin();
  await settle(admin, paid.withdrawal.id);
  await refuse(admin, kept.withdrawal.id);
  await moveMovementsTo(seller, '2026-11-10T12:00:00Z');
  return seller;
}

const statementMonths = [
  ...['Janeiro', 'Fevereiro', 'Março', 'Abril', 'Maio', 'Junho', 'Julho', 'Agosto'],
  ...['Setembro', 'Outubro', 'Novembro', 'Dezembro'],
];
const zeroAmounts = Array.from({ length: 10 }, () => '0,00');

describe('GET /api/wallet/statements/:year.csv', () => {
  it('has company, seller with a masked CPF, months and total', async () => {
    const answer = await downloadStatement(await createNovemberSeller(), '2026.csv');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="guilda-informe-2026.csv"',
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const novemberCells = '1370,05;137,00;0,00;0,05;0,00;0,00;1233,00;0,00;1200,50;0,00';
    expect(answer.body.split('\r\n')).toEqual([
      '\ufeffInforme anual de vendas;2026',
      'Empresa;Guilda de Teste Ltda., CNPJ 11.222.333/0001-81',
      'Endereço;Rua dos Testes, 1, São Paulo, SP, contato@guilda.example',
      'Quem vende;Ana Souza de Lima',
      'CPF;***.***.***-09',
      'Período;01/01/2026 a 20/11/2026, no horário de Brasília',
      'Feito em;20/11/2026',
      'Saldo no começo (R$);0,00',
      'Saldo em 20/11/2026 (R$);32,50',
      '',
      'Mês;Vendas (R$);Taxas cobradas (R$);Taxas devolvidas (R$);Reembolsos (R$);Contestações (R$);Contestações ganhas (R$);Líquido (R$);Dívida paga (R$);Saques pagos (R$);Saques devolvidos (R$)',
      ...statementMonths.map((month) =>
        [month, ...(month === 'Novembro' ? [novemberCells] : zeroAmounts)].join(';'),
      ),
      `Total;${novemberCells}`,
      '',
    ]);
  });

  it.each([
    ['2026-01-01T02:59:59.999Z', 2025, 'Dezembro'],
    ['2026-01-01T03:00:00.000Z', 2026, 'Janeiro'],
    ['2026-03-01T02:59:59.999Z', 2026, 'Fevereiro'],
    ['2026-03-01T03:00:00.000Z', 2026, 'Março'],
  ])('counts %s to %i, %s, by the calendar of Brasília', async (moment, year, month) => {
    const seller = await fixture.buildPerson();
    await fixture.sell({ seller, price: 1000, status: 'awaiting_start' });
    await moveMovementsTo(seller, moment);
    expect((await readStatementTable(seller, year))(month)?.[0]).toBe('10,00');
    const findOtherCells = await readStatementTable(seller, year === 2026 ? 2025 : 2026);
    expect(findOtherCells('Total')?.[0]).toBe('0,00');
    expect((await readStatementTable(seller, 2026))('Saldo no começo (R$)')).toEqual([
      year === 2026 ? '0,00' : '10,00',
    ]);
  });

  it('leaves out what its person bought', async () => {
    const seller = await fixture.buildSeller(900);
    await moveMovementsTo(seller, '2026-11-10T12:00:00Z');
    expect((await readStatementTable(fixture.buyer, 2026))('Total')).toEqual(zeroAmounts);
    expect((await readStatementTable(seller, 2026))('Total')?.[0]).toBe('10,00');
  });

  it('makes a name harmless that a spreadsheet would execute', async () => {
    const seller = await fixture.buildPerson();
    await buildPayoutProfile(fixture.pool, seller, { legalName: '=cmd|A' });
    expect((await readStatementTable(seller, 2026))('Quem vende')).toEqual(["'=cmd|A"]);
  });
});

describe('GET /api/wallet/statements/:year.pdf', () => {
  it('shows every amount and letter of the CSV, in a tagged document', async () => {
    const seller = await createNovemberSeller();
    const answer = await downloadStatement(seller, '2026.pdf');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="guilda-informe-2026.pdf"',
    );
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const { text, totalPages } = await extractText(pdf, { mergePages: true });
    expect(totalPages).toBe(1);
    const findCells = await readStatementTable(seller, 2026);
    const amounts = [...(findCells('Novembro') ?? []), ...(findCells('Total') ?? [])];
    const shownWords = text.replaceAll('.', '').split(/\s+/);
    for (const amount of amounts) expect(shownWords).toContain(amount);
    for (const expectedText of [
      'Informe anual de vendas de 2026',
      'Guilda de Teste Ltda., CNPJ 11.222.333/0001-81',
      'Ana Souza de Lima',
      '***.***.***-09',
      'Março',
      'Taxas cobradas',
      'Saldo em 20/11/2026: R$ 32,50',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(expectedText);
    expect((await getMeta(pdf)).info).toMatchObject({
      Title: 'Informe anual de vendas de 2026',
      Language: 'pt-BR',
    });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const pdfPage = await pdf.getPage(1);
    expect(JSON.stringify(await pdfPage.getStructTree())).toContain('"role":"TH"');
  });

  it('of a person without sales or payout profile has zeros and says so', async () => {
    const answer = await downloadStatement(await fixture.buildPerson(), '2026.pdf');
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain('Ainda sem cadastro para receber saques');
    expect(text).toContain('Saldo em 20/11/2026: R$ 0,00');
  });
});

describe('what both refuse', () => {
  it.each(['csv', 'pdf'])(
    '%s: a year that has not begun or is none, and visitors',
    async (format) => {
      const seller = await fixture.buildPerson();
      for (const year of ['2027', '1999', '20260', 'x']) {
        const answer = await downloadStatement(seller, `${year}.${format}`);
        expect(answer.statusCode, year).toBe(400);
      }
      expect((await downloadStatement(null, `2026.${format}`)).statusCode).toBe(401);
      expect((await downloadStatement(seller, '2026.xls')).statusCode).toBe(404);
    },
  );
});

describe('GET /api/wallet/statements', () => {
  it('lists the years from the first sale on, newest first', async () => {
    const seller = await fixture.buildPerson();
    const readYears = async () => (await fixture.as(seller).wallet.listStatementYears()).years;
    expect(await readYears()).toEqual([]);
    await fixture.sell({ seller, price: 1000, status: 'awaiting_start' });
    await moveMovementsTo(seller, '2026-11-10T12:00:00Z');
    expect(await readYears()).toEqual([2026]);
    await moveMovementsTo(seller, '2024-01-01T02:59:59Z');
    expect(await readYears()).toEqual([2026, 2025, 2024, 2023]);
  });
});
