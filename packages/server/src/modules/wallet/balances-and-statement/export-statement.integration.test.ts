import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const downloadEntries = (uid: string) => fixture.call(uid, 'GET', '/api/wallet/entries.csv');

describe('GET /api/wallet/entries.csv', () => {
  it('is a file that a spreadsheet in Portuguese opens', async () => {
    const seller = await fixture.buildSeller(123_300);
    const answer = await downloadEntries(seller);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="guilda-extrato-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const datePattern = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`;
    expect(answer.body).toMatch(
      new RegExp(
        '^\ufeffData;Movimento;Código da compra;Serviço;Valor \\(R\\$\\);A liberar em\r\n' +
          `${datePattern};Taxa da plataforma;[0-9A-F]{8};Aula de mira;-137,00;\r\n` +
          `${datePattern};Venda;[0-9A-F]{8};Aula de mira;1370,00;\r\n$`,
      ),
    );
  });

  it('has its header when nothing was sold', async () => {
    const { body } = await downloadEntries(await fixture.buildPerson());
    expect(body).toBe('\ufeffData;Movimento;Código da compra;Serviço;Valor (R$);A liberar em\r\n');
  });

  it('contains every kind of line, newest first', async () => {
    const seller = await fixture.buildSeller(9000);
    await fixture.sell({ seller, price: 5, status: 'refunded' });
    const { ask, settle, refuse } = createWithdrawalCalls(() => fixture);
    const [kept, paid] = [await ask(seller, '20'), await ask(seller, '20')];
    const admin = await fixture.buildAdmin();
    await settle(admin, paid.withdrawal.id);
    await refuse(admin, kept.withdrawal.id);
    const rows = (await downloadEntries(seller)).body.split('\r\n').slice(1, -1);
    expect(rows.map((row) => row.split(';').filter((_, n) => n === 1 || n === 4))).toEqual([
      ['Saque recusado', '20,00'],
      ['Saque', '-20,00'],
      ['Saque', '-20,00'],
      ['Reembolso', '-0,05'],
      ['Venda', '0,05'],
      ['Taxa da plataforma', '-10,00'],
      ['Venda', '100,00'],
    ]);
  });

  it('shows times in the time zone of Brasília', async () => {
    const seller = await fixture.buildSeller(900);
    const { entries } = await fixture.as(seller).wallet.getWallet();
    // Brasília is at UTC−3 all year, because Brazil has no daylight saving time any more.
    const brasiliaTime = new Date(
      Date.parse(entries[0]?.createdAt ?? '') - 3 * 3_600_000,
    ).toISOString();
    const [year, month, day, minute] = [
      brasiliaTime.slice(0, 4),
      brasiliaTime.slice(5, 7),
      brasiliaTime.slice(8, 10),
      brasiliaTime.slice(11, 16),
    ];
    const { body } = await downloadEntries(seller);
    expect(body.split('\r\n')[1]).toMatch(`${day}/${month}/${year} ${minute};`);
  });

  it.each([
    ['Aula; com "aspas"', '"Aula; com ""aspas"""'],
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+55', "'+55"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['linha\r\noutra', '"linha\r\noutra"'],
    ['Aula de açaí 🫐', 'Aula de açaí 🫐'],
  ])('makes the name %j harmless', async (title, cell) => {
    const seller = await fixture.buildPerson();
    await fixture.sell({ seller, price: 100, status: 'awaiting_start', title });
    const { body } = await downloadEntries(seller);
    expect(body.slice(body.indexOf('\r\n') + 2)).toMatch(/^[\d/]+ [\d:]+;Venda;/);
    expect(body.endsWith(`;${cell};1,00;\r\n`)).toBe(true);
  });

  it('contains a long history completely, each line once, and adds up', async () => {
    const seller = await fixture.buildPerson();
    await fixture.buildSales(seller, 800);
    const { body } = await downloadEntries(seller);
    const rows = body.split('\r\n').slice(1, -1);
    expect(rows).toHaveLength(1600);
    expect(new Set(rows.map((row) => row.split(';').slice(1, 3).join())).size).toBe(1600);
    const sum = rows.reduce((total, row) => total + Number(row.split(';')[4]?.replace(',', '')), 0);
    const { available, held } = await fixture.as(seller).wallet.getWallet();
    expect(sum).toBe(Math.round((Number(available) + Number(held)) * 100));
  });
});
