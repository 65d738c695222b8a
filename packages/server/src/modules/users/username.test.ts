import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedUsername, suggestUsername } from './username.ts';

describe('suggestUsername', () => {
  it('always fits the rule and is never reserved', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(12), (name, attempt) => {
        const suggested = suggestUsername(name, attempt, '123456');
        expect(suggested).toMatch(/^[A-Za-z0-9_.]{6,16}$/);
        expect(isReservedUsername(suggested)).toBe(false);
      }),
    );
  });

  it.each([
    ['Ana Souza', 0, 'AnaSouza'],
    ['João', 0, 'Joao1234'],
    ['settings', 0, 'settings1234'],
    ['', 0, 'pessoa'],
    ['usuario_removido_de_verdade', 0, 'usuario_remo1234'],
    ['Maria Aparecida dos Santos', 0, 'MariaAparecidado'],
    ['Maria Aparecida dos Santos', 1, 'MariaApareci1234'],
  ])('%s at attempt %i becomes %s', (name, attempt, expected) => {
    expect(suggestUsername(name, attempt, '123456')).toBe(expected);
  });
});
