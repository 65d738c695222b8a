import type { PixKey, PixKeyKind } from '@guilda/contract/pix';

/** Names of the kinds of Pix keys. */
export const pixKindNames: Readonly<Record<PixKeyKind, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'E-mail',
  phone: 'Celular',
  random: 'Chave aleatória',
};

/** Punctuation of the kinds that are stored as digits only. */
const keyFormats: Partial<Record<PixKeyKind, readonly [RegExp, string]>> = {
  cpf: [/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4'],
  cnpj: [/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5'],
  phone: [/^\+55(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3'],
};

/** A Pix key as people write it: `123.456.789-09`, `(11) 91234-5678`. Others stay as they are. */
export function pixKeyText({ kind, key }: PixKey): string {
  const form = keyFormats[kind];
  return form ? key.replace(form[0], form[1]) : key;
}
