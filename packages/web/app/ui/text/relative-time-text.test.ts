import { expect, test } from 'vitest';
import { relativeTimeText } from './relative-time-text.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

test.each([
  [-5 * minuteMs, 'agora'],
  [0, 'agora'],
  [59 * secondMs, 'agora'],
  [minuteMs, '1 minuto atrás'],
  [4 * minuteMs + 59 * secondMs, '4 minutos atrás'],
  [hourMs, '1 hora atrás'],
  [23 * hourMs, '23 horas atrás'],
  [dayMs, '1 dia atrás'],
  [29 * dayMs, '29 dias atrás'],
  [30 * dayMs, '1 mês atrás'],
  [364 * dayMs, '12 meses atrás'],
  [365 * dayMs, '1 ano atrás'],
  [800 * dayMs, '2 anos atrás'],
])('a time %d ms ago is shown as %s', (elapsed, text) => {
  const now = Date.UTC(2026, 10, 20);
  expect(relativeTimeText(now - elapsed, now)).toBe(text);
});
