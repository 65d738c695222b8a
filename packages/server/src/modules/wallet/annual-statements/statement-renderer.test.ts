import { afterEach, expect, it } from 'vitest';
import type { AnnualStatement } from './annual-statement.ts';
import { zeroSellerSums } from './seller-sums.ts';
import { createStatementRenderer, type StatementRenderer } from './statement-renderer.ts';

const annualStatement: AnnualStatement = {
  year: 2026,
  company: {
    name: 'Guilda de Teste Ltda.',
    cnpj: '11.222.333/0001-81',
    address: 'Rua dos Testes, 1, São Paulo, SP',
    email: 'contato@guilda.example',
    dpoEmail: 'privacidade@guilda.example',
  },
  seller: { legalName: 'Ana Souza de Lima', cpf: '***.***.***-09' },
  months: Array.from({ length: 12 }, (_, index) => ({ ...zeroSellerSums, month: index + 1 })),
  total: zeroSellerSums,
  openingBalance: 0,
  closingBalance: 0,
  lastDay: '2026-11-20',
  createdOn: '2026-11-20',
};

let statementRenderer: StatementRenderer;
afterEach(() => statementRenderer.close());
const openRenderer = () => {
  statementRenderer = createStatementRenderer({ log: { warn: () => undefined } });
  return statementRenderer;
};

it('renders a PDF without holding the event loop', async () => {
  const { render } = openRenderer();
  const firstPdf = await render(annualStatement);
  expect(firstPdf.ok && Buffer.from(firstPdf.value).toString('latin1', 0, 5)).toBe('%PDF-');
  const utilizationBefore = performance.eventLoopUtilization();
  await Promise.all([render(annualStatement), render(annualStatement), render(annualStatement)]);
  // The worker thread renders the whole time, and this thread only waits.
  expect(performance.eventLoopUtilization(utilizationBefore).utilization).toBeLessThan(0.5);
});

it('refuses what cannot be drawn, and continues', async () => {
  const { render } = openRenderer();
  const brokenStatement = { ...annualStatement, months: null } as unknown as AnnualStatement;
  expect(await render(brokenStatement)).toMatchObject({ ok: false, code: 'unavailable' });
  expect((await render(annualStatement)).ok).toBe(true);
});
