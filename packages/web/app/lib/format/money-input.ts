/**
 * Removes `R$`, spaces at the ends and dots between thousands from a typed amount: `R$ 1.234,56` → `1234,56`. A single
 * dot is a decimal dot unless three digits follow.
 */
export function normaliseMoneyInput(typedAmount: string): string {
  const text = typedAmount.replace(/^\s*R\$/i, '').trim();
  return /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(text) ? text.replaceAll('.', '') : text;
}
