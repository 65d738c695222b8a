/** How a payout of the sandbox proceeds: its first state, and the state to which it changes later. */
export interface PayoutScenario {
  /** Last two digits that an amount in centavos must have to select this scenario. */
  readonly cents: number;
  readonly first: readonly [status: string, detail: string];
  readonly next?: readonly [status: string, detail: string];
  /** Set when the request is refused and nothing is sent. */
  readonly refused?: true;
  /** Set when the payout is created but the call fails nevertheless. */
  readonly answerLost?: true;
}

/**
 * Scenarios by name, each selected by the last two digits (`cents`) of a payout's amount. Payouts with other digits are
 * paid at once. Names and states are those of Mercado Pago's documentation.
 */
const scenarios = {
  paid: { cents: 0, first: ['processed', 'approved'] },
  rejected: { cents: 1, first: ['failed', 'by_bank'] },
  slow: { cents: 2, first: ['in_process', 'pending_bank'], next: ['processed', 'approved'] },
  returned: { cents: 3, first: ['processed', 'approved'], next: ['refunded', 'refunded'] },
  rejectedLater: { cents: 4, first: ['new', 'new'], next: ['rejected', 'by_provider'] },
  noFunds: { cents: 5, first: ['failed', 'insufficient_funds'] },
  refused: { cents: 6, first: ['new', 'new'], refused: true },
  answerLost: { cents: 7, first: ['processed', 'approved'], answerLost: true },
} as const satisfies Record<string, PayoutScenario>;

export type ScenarioName = keyof typeof scenarios;

export function scenarioOfAmount(amount: number): PayoutScenario {
  const matchingScenario = Object.values(scenarios).find(({ cents }) => cents === amount % 100);
  return matchingScenario ?? scenarios.paid;
}

/** For each scenario, an amount in centavos that selects it: R$ 20,00 plus the scenario's `cents`. */
export const scenarioAmounts = Object.fromEntries(
  Object.entries(scenarios).map(([name, { cents }]) => [name, 2_000 + cents]),
) as Readonly<Record<ScenarioName, number>>;
