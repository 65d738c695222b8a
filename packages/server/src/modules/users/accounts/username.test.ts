import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedUsername, suggestUsername } from './username.ts';

const teamUsernames = ['Dona_Crit'];

describe('isReservedUsername', () => {
  it.each([
    'Admin_',
    'adm1nistrador',
    'Adm1n_Joao',
    'Super.Admin',
    'GuildaSuporte',
    'Gu1lda.Ajuda',
    'Pix_da_GuiIda',
    'G.u.i.l.d.a',
    '6uild4_pix',
    'Sup0rte',
    'suporte.2024',
    '5uporte24',
    'suport31',
    '77Sup0rte',
    'Quilda_Pix',
    'GuilclaPix',
    'Aclmin_Joao',
    'Adnnin_Joao',
    'Equipe_Suporte',
    'Rnoderador',
    'm0der4dor',
    'settings',
    'set_tings',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '123456',
    '______',
    '1.2_3.4',
    'Dona.Crit',
    'dona_crit',
    'D0naCr1t',
    'Dona_CrIt',
  ])('refuses %s', (name) => {
    expect(isReservedUsername(name, teamUsernames)).toBe(true);
  });

  it.each([
    'badminton',
    'Nyx_Suporte',
    'SuporteDoMid',
    'Vladimir7',
    'Dona_Critica',
    'MinhaDona_Crit',
    'StaffordBR',
    'Protossauro',
    'Guida_Souza',
    'player1',
    'Queiroz',
    'Anna_Clara',
  ])('lets %s be', (name) => {
    expect(isReservedUsername(name, teamUsernames)).toBe(false);
  });

  it('detects an administrator’s name with any separators, case and digits', () => {
    const lookAlikesByLetter: Record<string, readonly string[]> = {
      o: ['o', 'O', '0'],
      a: ['a', 'A', '4'],
      i: ['i', 'I', '1', 'l'],
      t: ['t', 'T', '7'],
    };
    const letterArbitraries = [...'donacrit'].map((letter) =>
      fc.constantFrom(...(lookAlikesByLetter[letter] ?? [letter, letter.toUpperCase()])),
    );
    const separatorArbitrary = fc.constantFrom('', '_', '.');
    const disguisedNameArbitrary = fc
      .tuple(...letterArbitraries.flatMap((letter) => [letter, separatorArbitrary]))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(disguisedNameArbitrary, (name) => {
        expect(isReservedUsername(name, teamUsernames)).toBe(true);
      }),
    );
  });
});

describe('suggestUsername', () => {
  const suggest = (displayName: string | null, attempt: number) =>
    suggestUsername({ displayName, attempt, digits: '123456', teamNames: teamUsernames });

  it('is always valid and never reserved', () => {
    const nameArbitrary = fc.oneof(
      fc.string(),
      fc.constantFrom('Dona Crit', 'Admin', 'guilda', 'Suporte', '1', '__proto__'),
    );
    fc.assert(
      fc.property(nameArbitrary, fc.nat(12), (name, attempt) => {
        const username = suggest(name, attempt);
        expect(username).toMatch(/^[A-Za-z0-9_.]{6,16}$/);
        expect(isReservedUsername(username, teamUsernames)).toBe(false);
      }),
    );
  });

  it.each([
    ['Ana Souza', 0, 'AnaSouza'],
    ['João', 0, 'Joao1234'],
    ['settings', 0, 'jogador123456'],
    ['Dona Crit', 0, 'DonaCrit1234'],
    ['Guilda Suporte', 0, 'jogador123456'],
    ['12345678', 0, 'jogador123456'],
    ['', 0, 'jogador123456'],
    [null, 0, 'jogador123456'],
    ['日本', 3, 'jogador123456'],
    ['Maria Aparecida dos Santos', 0, 'MariaAparecidado'],
    ['Maria Aparecida dos Santos', 1, 'MariaApareci1234'],
  ])('%s at attempt %i becomes %s', (name, attempt, expected) => {
    expect(suggest(name, attempt)).toBe(expected);
  });
});
