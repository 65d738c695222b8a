import { expect, test } from 'vitest';
import { createErrorReport, createErrorReporter, type ErrorReport } from './report-errors.ts';

test.each([
  [new TypeError('x is not a function'), 'TypeError: x is not a function'],
  ['só um texto', 'só um texto'],
  [{ message: 'de longe' }, 'de longe'],
  [null, 'Error'],
  [undefined, 'Error'],
  [{ name: 7, message: {} }, 'Error'],
  [new Error('a'.repeat(900)), `Error: ${'a'.repeat(493)}`],
])('the message of %s is reported', (error, message) => {
  expect(createErrorReport(error, '/')).toMatchObject({ message, screen: '/' });
});

test('the same error is reported once, and five at most', () => {
  const reports: ErrorReport[] = [];
  const report = createErrorReporter((error) => reports.push(error));
  const error = new Error('de novo');
  for (let i = 0; i < 10; i += 1) report(error, '/');
  expect(reports).toHaveLength(1);
  report({ message: 'x', stack: 'at f (moz-extension://a/b.js:1:2)' }, '/');
  expect(reports).toHaveLength(1);
  for (let i = 0; i < 10; i += 1) report(`outra ${i}`, '/sales');
  expect(reports).toHaveLength(5);
});
