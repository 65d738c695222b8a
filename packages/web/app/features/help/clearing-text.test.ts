import { expect, test } from 'vitest';
import { clearingText } from './clearing-text.ts';

test.each([
  [72, 24, /24 horas, se foi quem comprou que confirmou, ou depois de 3 dias, se foi quem vendeu/],
  [72, 0, /na hora, se foi quem comprou/],
  [24, 24, /quem vendeu depois de 24 horas\.$/],
  [0, 0, /quem vendeu na hora\.$/],
])(
  'the text names a clearing of %d hours, and of %d hours when the buyer confirmed',
  (clearingHours, clearingHoursConfirmed, text) => {
    expect(clearingText({ clearingHours, clearingHoursConfirmed })).toMatch(text);
  },
);
