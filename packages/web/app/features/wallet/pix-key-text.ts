import type { PixKey, PixKeyKind } from '@guilda/contract/money/pix';

/** Display names of the kinds of Pix keys. */
export const pixKindNames: Readonly<Record<PixKeyKind, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'E-mail',
  phone: 'Celular',
  random: 'Chave aleatória',
};

/** For the kinds of keys that get punctuation for display: pattern of the stored key, and its replacement. */
const keyFormats: Partial<Record<PixKeyKind, readonly [RegExp, string]>> = {
  cpf: [/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4'],
  cnpj: [/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5'],
  phone: [/^\+55(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3'],
};

/** A Pix key with its usual punctuation: `123.456.789-09`, `(11) 91234-5678`. Keys of other kinds stay unchanged. */
export function pixKeyText({ kind, key }: PixKey): string {
  const keyFormat = keyFormats[kind];
  return keyFormat ? key.replace(keyFormat[0], keyFormat[1]) : key;
}
