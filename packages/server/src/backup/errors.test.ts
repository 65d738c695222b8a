import { expect, test } from 'vitest';
import { commandErrorText } from './errors.ts';

const buildFailingError = (code: string, message: string) =>
  Object.assign(new Error(message), { code });

test('a failure of the disk is not reported as one of the database', () => {
  const text = commandErrorText(
    buildFailingError('EPERM', "EPERM: operation not permitted, open '/backups/x'"),
  );
  expect(text).toBe("Algo deu errado: EPERM: operation not permitted, open '/backups/x'");
});

test('only the code of a database error about a row is printed', () => {
  expect(
    commandErrorText(buildFailingError('23505', 'Key (email)=(ana@x.example) already exists')),
  ).toBe('Algo deu errado: erro 23505 do banco de dados');
});
