import { describe, expect, it } from 'vitest';
import { maskPixKey } from './pix-mask.ts';

describe('a masked Pix key', () => {
  it.each([
    ['cpf', '12345678909', '***.456.789-**'],
    ['cnpj', '12ABC34501DE35', '**.ABC.345/****-**'],
    ['email', 'maria.silva@dominio.br', 'm***@dominio.br'],
    ['email', 'm@dominio.br', 'm***@dominio.br'],
    ['phone', '+5511987654321', '+55 11 *****-4321'],
    ['random', '123e4567-e12b-12d1-a456-426655440000', '123e****-****-****-****-********0000'],
  ] as const)('%s %s reads %s', (kind, key, masked) => {
    expect(maskPixKey(kind, key)).toBe(masked);
  });
});
