import type { PixKeyKind } from '@guilda/contract/money/pix';

const maskByKind: Readonly<Record<PixKeyKind, (key: string) => string>> = {
  cpf: (key) => `***.${key.slice(3, 6)}.${key.slice(6, 9)}-**`,
  cnpj: (key) => `**.${key.slice(2, 5)}.${key.slice(5, 8)}/****-**`,
  email: (key) => `${key.slice(0, 1)}***${key.slice(key.lastIndexOf('@'))}`,
  phone: (key) => `+55 ${key.slice(3, 5)} *****-${key.slice(-4)}`,
  random: (key) => `${key.slice(0, 4)}****-****-****-****-********${key.slice(-4)}`,
};

/** Masks a normalised Pix key, so that its owner recognises it and nobody else can use it. */
export function maskPixKey(kind: PixKeyKind, key: string): string {
  return maskByKind[kind](key);
}
