import { ApiError } from '@guilda/contract/api-error';
import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from './save-profile.ts';

const errorOf = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, { error: 'Não deu.', message: 'Não deu.', ...body });

describe('fieldErrorsOf', () => {
  it('returns the issues of known fields', () => {
    const issues = [
      { path: 'bio', message: 'Texto inválido.' },
      { path: 'role', message: 'Dados inválidos.' },
    ];
    expect(fieldErrorsOf(errorOf(400, { issues }))).toEqual([
      { field: 'bio', message: 'Texto inválido.' },
    ]);
  });

  it.each([
    [409, 'username_taken', 'username'],
    [400, 'invalid_username', 'username'],
    [413, 'file_too_large', 'photo'],
    [415, 'file_type', 'photo'],
  ])('maps %i %s to the field %s', (status, code, field) => {
    expect(fieldErrorsOf(errorOf(status, { code }))).toEqual([{ field, message: 'Não deu.' }]);
  });

  it('is empty for errors that concern no field', () => {
    expect(fieldErrorsOf(errorOf(503, { code: 'unavailable' }))).toEqual([]);
    expect(fieldErrorsOf(new Error('Sem rede'))).toEqual([]);
  });
});
