/** What becomes of a payout: its first state, and the state that it changes to after a while. */
export interface Scenario {
  /** Last two digits of the amount, in centavos, that choose the scenario. */
  readonly cents: number;
  readonly first: readonly [status: string, detail: string];
  readonly next?: readonly [status: string, detail: string];
  /** The request is refused instead, and nothing is sent. */
  readonly refused?: true;
  /** The payout is made, and the call fails nevertheless. */
  readonly answerLost?: true;
}

/** The scenarios by name, in the words of Mercado Pago's documentation. Every other amount is paid at once. */
const scenarios = {
  paid: { cents: 0, first: ['processed', 'approved'] },
  rejected: { cents: 1, first: ['failed', 'by_bank'] },
  slow: { cents: 2, first: ['in_process', 'pending_bank'], next: ['processed', 'approved'] },
  returned: { cents: 3, first: ['processed', 'approved'], next: ['refunded', 'refunded'] },
  rejectedLater: { cents: 4, first: ['new', 'new'], next: ['rejected', 'by_provider'] },
  noFunds: { cents: 5, first: ['failed', 'insufficient_funds'] },
  refused: { cents: 6, first: ['new', 'new'], refused: true },
  answerLost: { cents: 7, first: ['processed', 'approved'], answerLost: true },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export function scenarioOf(amount: number): Scenario {
  const found = Object.values(scenarios).find(({ cents }) => cents === amount % 100);
  return found ?? scenarios.paid;
}

/** For each scenario, an amount in centavos from which it follows: R$ 20,00 and the scenario's centavos. */
export const scenarioAmounts = Object.fromEntries(
  Object.entries(scenarios).map(([name, { cents }]) => [name, 2_000 + cents]),
) as Readonly<Record<ScenarioName, number>>;
