import { describe, expect, it } from 'vitest';
import { changedProfileValues, profileSchema, profileValuesOf } from './profile-values.ts';

const savedProfile = { username: 'MiraFina77', bio: null, effectPhrase: 'Sem pressa.' };
const initialValues = profileValuesOf(savedProfile);

const problemOf = (values: Partial<Record<'username' | 'bio' | 'effectPhrase', string>>) => {
  const parsed = profileSchema.safeParse({ ...profileValuesOf(savedProfile), ...values });
  return parsed.success ? null : parsed.error.issues[0]?.message;
};

describe('changedProfileValues', () => {
  it('is empty without changes; no bio equals an empty one', () => {
    expect(changedProfileValues(initialValues, profileValuesOf(savedProfile))).toEqual({});
  });

  it('contains only changed fields, including cleared ones', () => {
    const values = { username: 'MiraFina78', bio: '', effectPhrase: '' };
    expect(changedProfileValues(initialValues, values)).toEqual({
      username: 'MiraFina78',
      effectPhrase: '',
    });
  });
});

describe('profileSchema', () => {
  it.each([
    [{ username: '' }, 'Nome de usuário obrigatório'],
    [{ username: '   ' }, 'Nome de usuário obrigatório'],
    [{ username: 'Mira7' }, 'Nome de usário precisa ter no mínimo 6 letras.'],
    [{ username: 'MiraFina77MiraFin' }, 'Nome de usuário precisa ter no máximo 16 letras.'],
    [{ username: 'mira fina' }, 'Nome de usuário inválido.'],
    [{ bio: 'a'.repeat(151) }, 'Use no máximo 150 caracteres.'],
    [{ bio: 'a'.repeat(150) }, null],
    [{ username: 'Mira77' }, null],
    [{ username: 'MiraFina77MiraFi' }, null],
  ])('reports for %o: %s', (values, expected) => {
    expect(problemOf(values)).toBe(expected);
  });

  it('trims the username', () => {
    const parsed = profileSchema.parse({
      ...profileValuesOf(savedProfile),
      username: '  MiraFina77 ',
    });
    expect(changedProfileValues(initialValues, parsed)).toEqual({});
  });
});
