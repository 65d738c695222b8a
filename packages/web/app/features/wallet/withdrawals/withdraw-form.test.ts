import { describe, expect, test } from 'vitest';
import { pixKeyText } from '../pix-key-text.ts';
import { createWithdrawFormSchema } from './withdraw-form.ts';

const PIX_CPF = '529.982.247-25';

function parseForm(amount: string, pixKey = PIX_CPF) {
  const { success, data, error } = createWithdrawFormSchema(10_000).safeParse({ amount, pixKey });
  return success ? data : error.issues.map(({ message }) => message);
}

describe('the withdrawal form', () => {
  test.each([
    ['100,00', 10_000],
    ['R$ 1,00', 100],
    ['99.9', 9_990],
  ])('reads %s as %d centavos', (typedAmount, amount) => {
    expect(parseForm(typedAmount)).toEqual({ amount, pixKey: { kind: 'cpf', key: '52998224725' } });
  });
  test.each([
    ['', 'Valor inválido.'],
    ['abc', 'Valor inválido.'],
    ['0,99', 'O saque mínimo é R$ 1,00.'],
    ['100,01', 'Saldo disponível insuficiente.'],
    ['1.000,00', 'Saldo disponível insuficiente.'],
  ])('refuses %j: %s', (typedAmount, message) => {
    expect(parseForm(typedAmount)).toEqual([message]);
  });
  test('requires and validates the Pix key', () => {
    expect(parseForm('1', ' ')).toEqual(['Chave Pix obrigatória']);
    expect(parseForm('1', '529.982.247-26')).toEqual(['Chave Pix inválida.']);
  });
});

test('Pix keys are shown with punctuation', () => {
  expect(pixKeyText({ kind: 'cpf', key: '52998224725' })).toBe(PIX_CPF);
  expect(pixKeyText({ kind: 'cnpj', key: '11222333000181' })).toBe('11.222.333/0001-81');
  expect(pixKeyText({ kind: 'phone', key: '+5511912345678' })).toBe('(11) 91234-5678');
  expect(pixKeyText({ kind: 'email', key: 'a@b.example' })).toBe('a@b.example');
});
