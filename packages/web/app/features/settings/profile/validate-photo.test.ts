import { describe, expect, it } from 'vitest';
import { validatePhoto } from './validate-photo.ts';

const MEGABYTE = 1024 * 1024;

describe('validatePhoto', () => {
  it.each([
    ['image/png', 10 * MEGABYTE, null],
    ['', 1, null],
    ['image/png', 10 * MEGABYTE + 1, 'Arquivo muito grande.'],
    ['image/svg+xml', 1, 'Formato de arquivo não permitido.'],
    ['application/pdf', 1, 'Formato de arquivo não permitido.'],
  ])('returns for the type %s and %i bytes: %s', (type, size, expected) => {
    expect(validatePhoto({ type, size })).toBe(expected);
  });
});
