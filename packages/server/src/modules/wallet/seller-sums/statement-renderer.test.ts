import { afterEach, expect, it } from 'vitest';
import type { AnnualStatement } from './annual-statement.ts';
import { zeroSellerSums } from './seller-sums.ts';
import { createStatementRenderer, type StatementRenderer } from './statement-renderer.ts';

const statement: AnnualStatement = {
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
  opening: 0,
  closing: 0,
  until: '2026-11-20',
  madeOn: '2026-11-20',
};

let renderer: StatementRenderer;
afterEach(() => renderer.close());
const open = () => {
  renderer = createStatementRenderer({ log: { warn: () => undefined } });
  return renderer;
};

it('renders a PDF without holding the event loop', async () => {
  const { render } = open();
  const first = await render(statement);
  expect(first.ok && Buffer.from(first.value).toString('latin1', 0, 5)).toBe('%PDF-');
  const before = performance.eventLoopUtilization();
  await Promise.all([render(statement), render(statement), render(statement)]);
  // It draws all the while; this thread does next to nothing.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

it('refuses what cannot be drawn, and continues', async () => {
  const { render } = open();
  const broken = { ...statement, months: null } as unknown as AnnualStatement;
  expect(await render(broken)).toMatchObject({ ok: false, code: 'unavailable' });
  expect((await render(statement)).ok).toBe(true);
});
