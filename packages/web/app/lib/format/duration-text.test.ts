import { expect, test } from 'vitest';
import { durationInHoursText, durationInMinutesText } from './duration-text.ts';

test.each([
  [168, '7 dias'],
  [48, '2 dias'],
  [24, '24 horas'],
  [36, '36 horas'],
  [1, '1 hora'],
  [0.5, '0,5 horas'],
])('%d hours are %s', (hours, text) => expect(durationInHoursText(hours)).toBe(text));

test.each([
  [60, '60 minutos'],
  [1, '1 minuto'],
  [1440, '1.440 minutos'],
])('%d minutes are %s', (minutes, text) => expect(durationInMinutesText(minutes)).toBe(text));
