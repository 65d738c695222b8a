import { describe, expect, it } from 'vitest';
import { photoProblem } from './photo-problem.ts';

const MEGABYTE = 1024 * 1024;

describe('photoProblem', () => {
  it.each([
    ['image/png', 10 * MEGABYTE, null],
    ['', 1, null],
    ['image/png', 10 * MEGABYTE + 1, 'Arquivo muito grande.'],
    ['image/svg+xml', 1, 'Formato de arquivo não permitido.'],
    ['application/pdf', 1, 'Formato de arquivo não permitido.'],
  ])('%s of %i bytes: %s', (type, size, expected) => {
    expect(photoProblem({ type, size })).toBe(expected);
  });
});
