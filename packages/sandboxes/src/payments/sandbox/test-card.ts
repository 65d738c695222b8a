/** The fields of a submitted card form. */
export interface CardInput {
  readonly number: string;
  readonly name: string;
  /** Expiry in the format `MM/AA`. */
  readonly expiry: string;
  readonly cvv: string;
}

export type CardField = keyof CardInput;

export type CardCheckResult =
  | { readonly result: 'approved' }
  | { readonly result: 'declined' }
  | { readonly result: 'invalid'; readonly problems: Readonly<Partial<Record<CardField, string>>> };

/** The only card numbers that the sandbox accepts, so that no real card is entered. */
export const testCards = {
  approves: '4242 4242 4242 4242',
  declines: '4000 0000 0000 0002',
} as const;

/** The simulated answer of a card's issuer on a given day. */
export function checkTestCard(card: CardInput, today: Date): CardCheckResult {
  const problemsByField = {
    number: findNumberProblem(card.number),
    name: card.name.trim() === '' ? 'Informe o nome como está no cartão.' : null,
    expiry: findExpiryProblem(card.expiry, today),
    cvv: /^\d{3,4}$/.test(card.cvv.trim()) ? null : 'O CVV tem 3 ou 4 números.',
  };
  const problems: Partial<Record<CardField, string>> = {};
  for (const [field, problem] of Object.entries(problemsByField)) {
    if (problem !== null) problems[field as CardField] = problem;
  }
  if (Object.keys(problems).length > 0) return { result: 'invalid', problems };
  return {
    result: digitsOf(card.number) === digitsOf(testCards.approves) ? 'approved' : 'declined',
  };
}

/** Whether a card number has a valid check digit by the Luhn algorithm. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, character, index) => {
    const product = Number(character) * (index % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === 0;
}

function findNumberProblem(typedNumber: string): string | null {
  const number = digitsOf(typedNumber);
  if (number === '') return 'Informe o número do cartão.';
  if (!passesLuhn(number)) return 'Número de cartão inválido. Confira os algarismos.';
  const isTestCard = Object.values(testCards).some((card) => digitsOf(card) === number);
  return isTestCard ? null : 'Aqui só valem os cartões de teste. Não use um cartão de verdade.';
}

function findExpiryProblem(typedExpiry: string, today: Date): string | null {
  const [, month, year] = /^\s*(\d{2})\s*\/\s*(\d{2})\s*$/.exec(typedExpiry) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) {
    return 'Use o formato MM/AA.';
  }
  // A card is valid until the last day of its month.
  const expiresAt = Date.UTC(2000 + Number(year), Number(month));
  return today.getTime() < expiresAt ? null : 'Este cartão venceu.';
}

function digitsOf(typedText: string): string {
  return typedText.replace(/[\s.-]/g, '');
}
