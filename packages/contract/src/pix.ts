/** Kinds of keys that the Brazilian instant payment system knows. */
export const pixKeyKinds = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyKind = (typeof pixKeyKinds)[number];

/** A Pix key in its normal form, or null when the text is none. */
export function parsePixKey(_text: string): { kind: PixKeyKind; key: string } | null {
  return null;
}
