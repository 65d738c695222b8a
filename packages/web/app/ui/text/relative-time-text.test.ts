import { expect, test } from 'vitest';
import { relativeTimeText } from './relative-time-text.ts';

const secondMs = 1000;
const minute = 60 * secondMs;
const hourMs = 60 * minute;
const day = 24 * hourMs;

test.each([
  [-5 * minute, 'agora'],
  [0, 'agora'],
  [59 * secondMs, 'agora'],
  [minute, '1 minuto atrás'],
  [4 * minute + 59 * secondMs, '4 minutos atrás'],
  [hourMs, '1 hora atrás'],
  [23 * hourMs, '23 horas atrás'],
  [day, '1 dia atrás'],
  [29 * day, '29 dias atrás'],
  [30 * day, '1 mês atrás'],
  [364 * day, '12 meses atrás'],
  [365 * day, '1 ano atrás'],
  [800 * day, '2 anos atrás'],
])('a time %d ms ago is shown as %s', (elapsed, text) => {
  const now = Date.UTC(2026, 10, 20);
  expect(relativeTimeText(now - elapsed, now)).toBe(text);
});
