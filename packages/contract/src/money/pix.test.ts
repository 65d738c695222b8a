import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePixKey } from './pix.ts';
import { newWithdrawal } from './wallet.ts';

describe('parsePixKey', () => {
  it.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    [' 52998224725 ', 'cpf', '52998224725'],
    ['12345678909', 'cpf', '12345678909'],
    // These eleven digits are a valid CPF and also look like a mobile phone number; the CPF has precedence.
    ['11900000083', 'cpf', '11900000083'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['11222333000181', 'cnpj', '11222333000181'],
    ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    ['12abc34501de35', 'cnpj', '12ABC34501DE35'],
    ['Maria.Silva+pix@Dominio.com.BR', 'email', 'maria.silva+pix@dominio.com.br'],
    [`${'a'.repeat(67)}@dominio.b`, 'email', `${'a'.repeat(67)}@dominio.b`],
    ['+5511987654321', 'phone', '+5511987654321'],
    ['+55 (11) 98765-4321', 'phone', '+5511987654321'],
    ['5511987654321', 'phone', '+5511987654321'],
    ['(11) 98765-4321', 'phone', '+5511987654321'],
    ['11 98765 4321', 'phone', '+5511987654321'],
    ['11987654321', 'phone', '+5511987654321'],
    ['(11) 90000-0083', 'phone', '+5511900000083'],
    ['+5511900000083', 'phone', '+5511900000083'],
    ['55999998888', 'phone', '+5555999998888'],
    ['123E4567-E12B-12D1-A456-426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
  ])('parses %j as a %s', (typedText, kind, key) => {
    expect(parsePixKey(typedText)).toEqual({ kind, key });
  });

  it.each([
    '',
    '   ',
    'minha chave',
    '529.982.247-26',
    '52998224726',
    '529.982.24725',
    '11111111111',
    '111.111.111-11',
    '00000000000000',
    '11.222.333/0001-82',
    '11.222.333/0001-8A',
    '12.ABC.345/01DE-36',
    '12.ÁBC.345/01DE-35',
    'maria@dominio',
    'maria@@dominio.br',
    'maria silva@dominio.br',
    'maria@-dominio.br',
    'maria@dominio..br',
    '@dominio.br',
    `${'a'.repeat(68)}@dominio.b`,
    '\u212aaka@dominio.br',
    '１１９８７６５４３２１',
    '+1 212 555 0100',
    '+5511887654321',
    '+551133334444',
    '1133334444',
    '20987654321',
    '+55 11 98765-43210',
    '5511 9876-5432',
    '+11987654321',
    '++5511987654321',
    '123e4567-e12b-12d1-a456-42665544000',
    '123e4567e12b12d1a456426655440000',
    '{123e4567-e12b-12d1-a456-426655440000}',
  ])('refuses %j', (typedText) => {
    expect(parsePixKey(typedText)).toBeNull();
  });

  it('parses its own normal form to the same key', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    const digitsAndLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const typedTexts = fc.oneof(
      digits(11),
      digits(13),
      digits(14),
      digits(10).map((number) => `(11) 9${number}`),
      fc.string({ unit: fc.constantFrom(...digitsAndLetters), minLength: 14, maxLength: 14 }),
      fc.emailAddress(),
      fc.uuid(),
      fc.string(),
    );
    fc.assert(
      fc.property(typedTexts, (text) => {
        const parsed = parsePixKey(text);
        if (parsed) expect(parsePixKey(parsed.key)).toEqual(parsed);
      }),
      { numRuns: 2000 },
    );
  });

  /** Computes check digits independently of the tested code, with the weights that the tax office publishes. */
  const checkDigits = (base: string, weights: readonly number[]) => {
    const computeDigit = (text: string) => {
      const lastWeights = weights.slice(weights.length - text.length);
      const sum = [...text].reduce(
        (total, character, index) =>
          total + (character.charCodeAt(0) - 48) * (lastWeights[index] ?? Number.NaN),
        0,
      );
      return sum % 11 < 2 ? 0 : 11 - (sum % 11);
    };
    const firstDigit = computeDigit(base);
    return `${firstDigit}${computeDigit(`${base}${firstDigit}`)}`;
  };
  const twoDigits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));

  it('accepts a CPF only with valid check digits', () => {
    const nineDigits = fc
      .integer({ min: 1, max: 999_999_998 })
      .map((n) => String(n).padStart(9, '0'));
    fc.assert(
      fc.property(nineDigits, twoDigits, (digitsWithoutCheck, lastDigits) => {
        fc.pre(!/^(.)\1+$/.test(digitsWithoutCheck));
        const rightDigits = checkDigits(digitsWithoutCheck, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
        expect(parsePixKey(digitsWithoutCheck + rightDigits)).toEqual({
          kind: 'cpf',
          key: digitsWithoutCheck + rightDigits,
        });
        if (lastDigits !== rightDigits)
          expect(parsePixKey(digitsWithoutCheck + lastDigits)?.kind).not.toBe('cpf');
      }),
    );
  });

  it('accepts a CNPJ of digits or letters only with valid check digits', () => {
    const twelveCharacters = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(twelveCharacters, twoDigits, (textWithoutCheck, lastDigits) => {
        fc.pre(!/^(.)\1+$/.test(textWithoutCheck));
        const rightDigits = checkDigits(textWithoutCheck, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
        expect(parsePixKey(textWithoutCheck + rightDigits)).toEqual({
          kind: 'cnpj',
          key: textWithoutCheck + rightDigits,
        });
        if (lastDigits !== rightDigits)
          expect(parsePixKey(textWithoutCheck + lastDigits)?.kind).not.toBe('cnpj');
      }),
    );
  });
});

describe('a withdrawal request', () => {
  const pixKey = '+5511987654321';

  it.each([
    ['1.00', 100],
    ['1', 100],
    [' 49,9 ', 4990],
    ['50000.00', 5_000_000],
  ])('reads the amount %j as %i centavos', (amount, centavos) => {
    expect(newWithdrawal.parse({ amount, pixKey }).amount).toBe(centavos);
  });

  it.each([
    ['0.99', 'O saque mínimo é R$ 1,00.'],
    ['0', 'O saque mínimo é R$ 1,00.'],
    ['-5', 'Valor inválido.'],
    ['1e3', 'Valor inválido.'],
    ['1.000,00', 'Valor inválido.'],
    ['1.001', 'Valor inválido.'],
    ['NaN', 'Valor inválido.'],
    ['', 'Valor inválido.'],
    [10, 'Valor inválido.'],
    [null, 'Valor inválido.'],
    ['9'.repeat(21), 'Valor inválido.'],
  ])('refuses the amount %j: %s', (amount, message) => {
    const outcome = newWithdrawal.safeParse({ amount, pixKey });
    expect(outcome.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    ['', 'Chave Pix obrigatória'],
    [undefined, 'Chave Pix obrigatória'],
    ['52998224726', 'Chave Pix inválida.'],
    ['x'.repeat(101), 'Chave Pix inválida.'],
  ])('refuses the key %j: %s', (key, message) => {
    const outcome = newWithdrawal.safeParse({ amount: '1.00', pixKey: key });
    expect(outcome.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
