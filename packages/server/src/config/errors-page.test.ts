import { readFileSync } from 'node:fs';
import { errors } from '@guilda/contract/errors';
import { expect, test } from 'vitest';

const errorsPage = readFileSync(
  new URL('../../../../docs/product/errors.md', import.meta.url),
  'utf8',
);

test('docs/product/errors.md lists every error code with its text', () => {
  const documentedErrors = [...errorsPage.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(
    ([, code, text]) => [code, text],
  );
  const expectedErrors = Object.entries(errors).map(([code, { text }]) => [code, text]);
  expect(documentedErrors.toSorted()).toEqual(expectedErrors.toSorted());
});
