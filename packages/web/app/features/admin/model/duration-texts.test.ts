import { describe, expect, it } from 'vitest';
import { accountAgeText, caseAgeText, deadlineTextOf, hoursText } from './duration-texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('clocks of the queue', () => {
  it.each([
    [0, 'agora'],
    [5 * MINUTE_MS, '5 min'],
    [90 * MINUTE_MS, '1 h'],
    [47 * HOUR_MS, '47 h'],
    [50 * HOUR_MS, '2 dias'],
  ])('format an age of %d ms as %s', (age, text) => {
    expect(caseAgeText(0, age)).toBe(text);
  });

  it('format the remaining and the overdue time', () => {
    expect(deadlineTextOf(0, 4 * HOUR_MS, HOUR_MS)).toEqual({
      text: 'vence em 3 h',
      state: 'calm',
    });
    expect(deadlineTextOf(0, 4 * HOUR_MS, 3 * HOUR_MS)).toEqual({
      text: 'vence em 1 h',
      state: 'soon',
    });
    expect(deadlineTextOf(0, 4 * HOUR_MS, 6 * HOUR_MS)).toEqual({
      text: 'atrasado há 2 h',
      state: 'late',
    });
    expect(deadlineTextOf(0, 4 * HOUR_MS, 4 * HOUR_MS)).toEqual({
      text: 'atrasado há 1 min',
      state: 'late',
    });
  });

  it.each([
    [0, 'hoje'],
    [1, '1 dia'],
    [29, '29 dias'],
    [30, '1 mês'],
    [366, '1 ano'],
    [430, '1 ano e 2 meses'],
    [800, '2 anos e 2 meses'],
  ])('format the age of an account of %d days as %s', (days, text) => {
    expect(accountAgeText(0, days * DAY_MS)).toBe(text);
  });

  it.each([
    [null, '–'],
    [0, '1 min'],
    [0.5, '30 min'],
    [3.54, '3,5 h'],
    [60, '2,5 dias'],
  ])('format %d hours as %s', (hours, text) => {
    expect(hoursText(hours)).toBe(text);
  });
});
