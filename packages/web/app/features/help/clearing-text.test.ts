import { expect, test } from 'vitest';
import { clearingText } from './clearing-text.ts';

test.each([
  [
    72,
    24,
    /: em 24 horas, se quem comprou confirmou que recebeu; em 3 dias, se quem vendeu finalizou\.$/,
  ],
  [72, 0, /: na hora, se quem comprou/],
  [24, 24, /quem vendeu em 24 horas\.$/],
  [0, 0, /quem vendeu na hora\.$/],
])(
  'the text names a clearing of %d hours, and of %d hours when the buyer confirmed',
  (clearingHours, clearingHoursConfirmed, text) => {
    expect(clearingText({ clearingHours, clearingHoursConfirmed })).toMatch(text);
  },
);
