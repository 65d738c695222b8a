import { expect, it } from 'vitest';
import { statementShapeOf } from './instrument-statements.ts';

it.each([
  [
    "SELECT *\n  FROM users WHERE email = 'ana''s@x.example' AND n = 42",
    'SELECT * FROM users WHERE email = ? AND n = ?',
  ],
  ['update "t1" set "a" = $1, b2 = 1.5', 'update "t1" set "a" = $1, b2 = ?'],
  ['SELECT 1 -- Ana, 1990\n', 'SELECT ?'],
])('names a statement without its values: %s', (text, shape) => {
  expect(statementShapeOf(text)).toBe(shape);
});
