import { describe, expect, test } from 'vitest';
import { checkIds, type Findings } from './finding.ts';
import { clockFinding, median, roundTripFinding } from './measurement-findings.ts';
import { findingsSummary, reportText } from './report.ts';

test.each([
  [0.2, 'ok', 'Ida e volta em 1 ms.'],
  [299.4, 'ok', 'Ida e volta em 299 ms.'],
  [300, 'warn', 'Ida e volta em 300 ms: a conexão está lenta.'],
  [1234, 'warn', 'Ida e volta em 1.234 ms: a conexão está lenta.'],
])('a round trip of %d ms has its finding', (ms, state, text) =>
  expect(roundTripFinding(ms, 300)).toEqual({ state, text }),
);

test.each([
  [0, 'ok', 'Igual ao do servidor.'],
  [-400, 'ok', 'Igual ao do servidor.'],
  [5_000, 'ok', '5 s atrasado em relação ao servidor.'],
  [-5_000, 'ok', '5 s adiantado em relação ao servidor.'],
  [60_000, 'warn', '60 s atrasado em relação ao servidor. Acerte a hora do aparelho.'],
])('a clock that differs by %d ms has its finding', (ms, state, text) =>
  expect(clockFinding(ms)).toEqual({ state, text }),
);

test('the median ignores a single slow measurement', () => expect(median([20, 900, 25])).toBe(25));

const allFineExcept = (overrides: Findings): Findings => ({
  ...Object.fromEntries(checkIds.map((id) => [id, { state: 'ok', text: 'Bem.' }])),
  ...overrides,
});

describe('the findings', () => {
  test('are summed up in one sentence', () => {
    expect(findingsSummary({ api: { state: 'ok', text: 'Bem.' } })).toBeNull();
    expect(findingsSummary(allFineExcept({ push: { state: 'idle', text: '' } }))).toBe(
      'Tudo certo por aqui.',
    );
    expect(findingsSummary(allFineExcept({ api: { state: 'warn', text: '' } }))).toBe(
      '1 pede atenção.',
    );
    const failedFinding = { state: 'fail', text: '' } as const;
    expect(
      findingsSummary(
        allFineExcept({
          api: failedFinding,
          socket: failedFinding,
          clock: { state: 'warn', text: '' },
        }),
      ),
    ).toBe('2 testes falharam e 1 pede atenção.');
  });

  test('are copied as text', () => {
    const text = reportText({ api: { state: 'ok', text: 'Bem.' } }, new Date(2026, 10, 22, 14, 5));
    expect(text).toBe('Teste da Guilda, 22/11/2026, 14:05:00\nResposta do servidor: Certo. Bem.');
  });
});
