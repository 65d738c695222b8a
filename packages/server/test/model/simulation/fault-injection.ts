import type pg from 'pg';
import { createDatabase, type Database } from '../../../src/platform/database/pool.ts';
import type { PaymentProvider } from '../../../src/ports/payment-provider.ts';
import type { PayoutProvider } from '../../../src/ports/payout-provider.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';

/** A fault before or after one statement, or one provider call, of a step. */
export interface InjectedFault {
  /** Index of the statement or provider call within the step, from 0; begin and commit count as statements. */
  readonly callIndex: number;
  readonly when: 'before' | 'after';
  /**
   * `crash`: the connection breaks and the rest of the step does not run, as if the process had ended. `error`:
   * `before`, the statement fails without effect; `after`, the statement takes effect and the program then fails.
   * `conflict`: PostgreSQL requires that the transaction is repeated.
   */
  readonly kind: 'crash' | 'error' | 'conflict';
}

/** Error codes by kind of fault: a lost connection, an unknown error, a serialization failure. */
const faultCodes = { crash: 'ECONNRESET', error: undefined, conflict: '40001' } as const;

/** The error of an injected fault; any other error of a step is a bug. */
export class InjectedFaultError extends Error {
  readonly code: string | undefined;

  constructor(kind: InjectedFault['kind']) {
    super(`injected fault: ${kind}`);
    this.code = faultCodes[kind];
  }
}

interface StepAttempt {
  readonly fault: InjectedFault | null;
  callCount: number;
  isFaultInjected: boolean;
  isDead: boolean;
}

export interface StepOutcome {
  /** Whether the fault was injected; false when the step ended before the statement or call of the fault. */
  readonly isFaultInjected: boolean;
  /** Number of executed statements and calls. */
  readonly statementCount: number;
  /** The error of the step; null when the step succeeded or a fault was injected. */
  readonly error: unknown;
}

/** Connections and providers for one step at a time, into which faults can be injected. */
export interface FaultySlot {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly payouts: PayoutProvider;
  run(fault: InjectedFault | null, work: () => Promise<unknown>): Promise<StepOutcome>;
}

interface StatementOrCall {
  readonly execute: () => Promise<unknown>;
  /** Whether the statement is a `BEGIN`, after which no code of the program runs that could throw an `error`. */
  readonly beginsTransaction?: boolean;
}

/** Whether the statement or call is executed although a fault is injected. */
const takesEffect = ({ when, kind }: InjectedFault, { beginsTransaction }: StatementOrCall) =>
  when === 'after' && kind !== 'conflict' && !(kind === 'error' && beginsTransaction);

/** Executes a statement or call, or injects the fault; `cut` breaks the connection. */
async function runOrInjectFault(
  attempt: StepAttempt,
  call: StatementOrCall,
  cut: () => void,
): Promise<unknown> {
  const { fault } = attempt;
  if (attempt.isDead) {
    cut();
    throw new InjectedFaultError('crash');
  }
  const callIndex = attempt.callCount;
  attempt.callCount += 1;
  if (fault?.callIndex !== callIndex) return call.execute();
  if (takesEffect(fault, call)) await call.execute();
  attempt.isFaultInjected = true;
  attempt.isDead = fault.kind === 'crash';
  if (attempt.isDead) cut();
  throw new InjectedFaultError(fault.kind);
}

type QueryFunction = (...args: unknown[]) => unknown;
type QueryCallback = (error: unknown, ...rest: unknown[]) => void;

/** Breaks a connection without notifying the server, as a killed process does. */
function cutConnection(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** The SQL text of a query's first argument. */
const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '');

function guardConnection(client: pg.PoolClient, currentAttempt: () => StepAttempt | null): void {
  const originalQuery = client.query.bind(client) as QueryFunction;
  const guardedQuery: QueryFunction = (...args) => {
    const attempt = currentAttempt();
    if (!attempt) return originalQuery(...args);
    const lastArgument = args.at(-1);
    const callback = typeof lastArgument === 'function' ? (lastArgument as QueryCallback) : null;
    const execute = async () => originalQuery(...(callback ? args.slice(0, -1) : args));
    const beginsTransaction = /^begin\b/i.test(textOf(args[0]));
    const answer = runOrInjectFault(attempt, { execute, beginsTransaction }, () =>
      cutConnection(client),
    );
    if (!callback) return answer;
    answer.then(
      (value) => callback(null, value),
      (error) => callback(error),
    );
  };
  client.query = guardedQuery as typeof client.query;
}

/** Wraps a provider's function so that faults can be injected into its calls. */
const guardCalls =
  (currentAttempt: () => StepAttempt | null) =>
  <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
  (...args: A): Promise<R> => {
    const attempt = currentAttempt();
    if (!attempt) return call(...args);
    return runOrInjectFault(
      attempt,
      { execute: () => call(...args) },
      () => undefined,
    ) as Promise<R>;
  };

function guardPayouts(
  originalProvider: PayoutProvider,
  currentAttempt: () => StepAttempt | null,
): PayoutProvider {
  const guardCall = guardCalls(currentAttempt);
  return {
    name: originalProvider.name,
    parseWebhook: (request) => originalProvider.parseWebhook(request),
    pay: guardCall((request) => originalProvider.pay(request)),
    lookup: guardCall((ref) => originalProvider.lookup(ref)),
  };
}

function guardProvider(
  originalProvider: PaymentProvider,
  currentAttempt: () => StepAttempt | null,
): PaymentProvider {
  const guardCall = guardCalls(currentAttempt);
  return {
    name: originalProvider.name,
    parseWebhook: (request) => originalProvider.parseWebhook(request),
    createCheckout: guardCall((request) => originalProvider.createCheckout(request)),
    lookup: guardCall((ref) => originalProvider.lookup(ref)),
    refund: guardCall((request) => originalProvider.refund(request)),
    expire: guardCall((ref) => originalProvider.expire(ref)),
  };
}

/** Opens connections that inject faults into the running step. */
export function openFaultySlot(
  databaseUrl: string,
  { provider, payouts }: Pick<FaultySlot, 'provider' | 'payouts'>,
): FaultySlot {
  let attempt: StepAttempt | null = null;
  const database = createDatabase(databaseUrl, { max: 3, log: quietLog });
  database.pool.on('connect', (client) => guardConnection(client, () => attempt));
  return {
    database,
    provider: guardProvider(provider, () => attempt),
    payouts: guardPayouts(payouts, () => attempt),
    async run(fault, work) {
      const ownAttempt: StepAttempt = {
        fault,
        callCount: 0,
        isFaultInjected: false,
        isDead: false,
      };
      attempt = ownAttempt;
      const error = await work().then(
        () => null,
        (reason: unknown) => reason,
      );
      attempt = null;
      return {
        isFaultInjected: ownAttempt.isFaultInjected,
        statementCount: ownAttempt.callCount,
        error: ownAttempt.isFaultInjected ? null : error,
      };
    },
  };
}
