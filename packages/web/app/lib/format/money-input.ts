/**
 * Converts a typed amount to the API's format: `R$ 1.234,56` → `1234,56`. A single dot is a decimal dot unless three
 * digits follow. Of other text only `R$` and spaces at its
 * ends are removed.
 */
export function normaliseMoneyInput(typedAmount: string): string {
  const text = typedAmount.replace(/^\s*R\$/i, '').trim();
  return /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(text) ? text.replaceAll('.', '') : text;
}
