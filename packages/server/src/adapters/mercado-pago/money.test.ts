import { describe, expect, it } from 'vitest';
import { reaisAmount, toCentavos, toReais } from './money.ts';

/** Round trip of an amount through JSON. */
const afterJsonRoundTrip = (centavos: number) =>
  toCentavos(JSON.parse(JSON.stringify(toReais(centavos))));

describe('amounts in reais', () => {
  it('round-trip exactly', () => {
    for (let centavos = 0; centavos <= 200_000; centavos += 1) {
      if (afterJsonRoundTrip(centavos) !== centavos)
        throw new Error(`${centavos} became ${afterJsonRoundTrip(centavos)}`);
    }
    for (let centavos = 1; centavos < 1e11; centavos = centavos * 3 + 7) {
      expect(afterJsonRoundTrip(centavos)).toBe(centavos);
    }
  });

  it('are written without needless digits', () => {
    expect(JSON.stringify([4590, 29, 1005, 100_000_000, 1].map(toReais))).toBe(
      '[45.9,0.29,10.05,1000000,0.01]',
    );
  });

  it.each([
    [45.9, 4590],
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [58.64, 5864],
    [100, 10_000],
    [0, 0],
  ])('reads %d as %d centavos', (reais, centavos) => {
    expect(reaisAmount.parse(reais)).toBe(centavos);
  });

  it.each([[-1], [0.001], [45.999], [1e21], [Number.NaN], [Number.POSITIVE_INFINITY], [0.1 + 0.2]])(
    'refuses %d as an amount',
    (reais) => {
      expect(toCentavos(reais)).toBeNull();
      expect(reaisAmount.safeParse(reais).success).toBe(false);
    },
  );
});
