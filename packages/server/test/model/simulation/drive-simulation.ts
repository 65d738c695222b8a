import { startCheckout } from '../../../src/modules/orders/checkout/checkout.ts';
import { systemIds } from '../../../src/ports/ids.ts';
import { brokenInvariants, isSettled } from '../invariants.ts';
import { type MoneyState, newOrder, newWallet, normaliseState, type OrderModel } from '../state.ts';
import type { ModelStep } from '../step.ts';
import { chooseFault, choosePrice, chooseSettings, chooseSteps } from './choose.ts';
import type { InjectedFault } from './fault-injection.ts';
import { comparableKey, describeDifferences, outcomesOf, type TakenStep } from './outcomes.ts';
import type { RandomChoices } from './random.ts';
import { readSimulationState, type SimulationIds } from './read-simulation-state.ts';
import { realSteps } from './real-steps.ts';
import { depsOf, MAX_CONCURRENT_STEPS, type Simulation } from './simulation.ts';
import type { SimulationCounts } from './tally.ts';

/** New orders are placed until the state of a simulation has this number of orders. */
const MAX_ORDERS = 3;
/** Share of steps into which a fault is injected. */
const FAULT_SHARE = 0.3;
/** Share of batches that consist of one step; the others run several steps concurrently. */
const SINGLE_STEP_SHARE = 0.55;

/** A disagreement between model and program, or a broken invariant. */
export class SimulationFailure extends Error {}

/** A running simulation: the state on which model and database agree after each batch. */
export interface SimulationRun {
  readonly simulation: Simulation;
  readonly random: RandomChoices;
  readonly counts: SimulationCounts;
  readonly ids: SimulationIds;
  state: MoneyState;
}

export function startSimulation(
  simulation: Simulation,
  random: RandomChoices,
  counts: SimulationCounts,
): SimulationRun {
  const endedRowSums = simulation.sellers.map(() => ({ earned: 0, paidOut: 0 }));
  const ids = { orders: [], withdrawalKeys: [], withdrawals: [], endedRowSums };
  const wallets = endedRowSums.map(newWallet);
  const settings = chooseSettings(random);
  return {
    simulation,
    random,
    counts,
    ids,
    state: { settings, orders: [], wallets, withdrawals: [] },
  };
}

const hasOrderEnded = (order: OrderModel) =>
  ['cancelled', 'refunded', 'complete'].includes(order.serviceStatus) &&
  !order.clearing &&
  !order.disputed &&
  isSettled(order);

/** Removes random ended orders and withdrawals, so that the state stays small; their sums stay in the wallets. */
function removeEndedRows({ state, ids, random }: SimulationRun): void {
  for (let n = state.orders.length - 1; n >= 0; n -= 1) {
    const order = state.orders[n];
    if (!order || !hasOrderEnded(order) || !random.chance(0.25)) continue;
    const endedSums = ids.endedRowSums[order.seller];
    const wallet = state.wallets[order.seller];
    const earnedAmount = order.accounts.seller + order.accounts.debt;
    if (endedSums) endedSums.earned += earnedAmount;
    if (wallet) wallet.earnedBefore += earnedAmount;
    state.orders.splice(n, 1);
    ids.orders.splice(n, 1);
  }
  for (let n = state.withdrawals.length - 1; n >= 0; n -= 1) {
    const withdrawal = state.withdrawals[n];
    const isOpen = withdrawal?.status === 'requested' || withdrawal?.status === 'sending';
    if (!withdrawal || isOpen || random.chance(withdrawal.payout ? 0.8 : 0.5)) continue;
    const endedSums = ids.endedRowSums[withdrawal.seller];
    if (endedSums && withdrawal.status === 'settled') endedSums.paidOut += withdrawal.amount;
    for (const list of [state.withdrawals, ids.withdrawals, ids.withdrawalKeys]) list.splice(n, 1);
  }
}

/** Places an order. An attempt with an injected fault is repeated with the same key, which must not create another order. */
async function placeOrder(run: SimulationRun): Promise<void> {
  const { simulation, random, state, ids, counts } = run;
  const eligibleSellers = simulation.sellers
    .map((_, n) => n)
    .filter((n) => !state.wallets[n]?.suspended);
  const [slot] = simulation.slots;
  if (eligibleSellers.length === 0 || !slot) return;
  const seller = random.pick(eligibleSellers);
  const buyer = random.integer(0, simulation.buyers.length - 1);
  const [sellerPerson, buyerPerson] = [simulation.sellers[seller], simulation.buyers[buyer]];
  if (!sellerPerson || !buyerPerson) return;
  const { pool } = simulation.watcher;
  const price = choosePrice(random);
  await pool.query('UPDATE services SET price = $2 WHERE id = $1', [sellerPerson.serviceId, price]);
  const checkoutRequest = { serviceId: sellerPerson.serviceId, idempotencyKey: systemIds.uuid() };
  for (let fault = chooseFault(random, FAULT_SHARE, 30); ; fault = null) {
    const startOrder = () =>
      startCheckout(depsOf(slot, state.settings))(buyerPerson, checkoutRequest);
    const { isFaultInjected, error } = await slot.run(fault, startOrder);
    counts.countFault(isFaultInjected ? fault : null);
    if (error) throw error;
    if (!isFaultInjected) break;
  }
  const { rows } = await pool.query(
    'SELECT id FROM payments WHERE buyer_id = $1 AND idempotency_key = $2',
    [buyerPerson.uid, checkoutRequest.idempotencyKey],
  );
  if (rows.length !== 1) throw new SimulationFailure(`${rows.length} orders for one key`);
  ids.orders.push({ id: rows[0].id, buyer, seller, disputeId: null, refunds: [] });
  state.orders.push(newOrder(seller, price));
}

interface TriedStep extends TakenStep {
  readonly fault: InjectedFault | null;
  readonly error: unknown;
}

async function takeSteps(run: SimulationRun, steps: readonly ModelStep[]): Promise<TriedStep[]> {
  const { simulation, random, counts, ids, state } = run;
  const stepsWithFaults = steps.map((step) => ({
    step,
    fault: chooseFault(random, FAULT_SHARE, counts.statementsOf(step.name)),
  }));
  return Promise.all(
    stepsWithFaults.map(async ({ step, fault }, n) => {
      const slot = simulation.slots[n];
      if (!slot) throw new Error(`no slot ${n}`);
      const deps = depsOf(slot, state.settings);
      const runStep = () => realSteps[step.name]({ simulation, deps, ids, step });
      const { isFaultInjected, statementCount, error } = await slot.run(fault, runStep);
      counts.step(step.name, statementCount);
      counts.countFault(isFaultInjected ? fault : null);
      return { step, fault, isFaultInjected, error };
    }),
  );
}

/** Describes for debugging: the reason, the steps, their orders before the batch, and differences from the model. */
function describeFailure(
  run: SimulationRun,
  triedSteps: readonly TriedStep[],
  foundState: MoneyState,
  reason: string,
) {
  const steps = triedSteps.map(({ step, fault, isFaultInjected, error }) =>
    JSON.stringify({
      step,
      ...(isFaultInjected ? { fault } : {}),
      ...(error ? { error: `${error}` } : {}),
    }),
  );
  const expectedOutcomes = [...outcomesOf(run.state, triedSteps).values()].slice(0, 5);
  const touchedOrders = [...new Set(triedSteps.map(({ step }) => step.on))];
  return [
    reason,
    ...steps,
    ...touchedOrders.map((on) => `order ${on} before: ${JSON.stringify(run.state.orders[on])}`),
    ...expectedOutcomes.map(({ state }) => `found ${describeDifferences(foundState, state)}`),
  ].join('\n');
}

/** Runs a batch of steps at once and compares the database with all outcomes that the model allows. */
export async function runBatch(run: SimulationRun, atOnce: number): Promise<number> {
  const { random, simulation, ids, counts } = run;
  if (random.chance(0.02)) run.state = { ...run.state, settings: chooseSettings(random) };
  removeEndedRows(run);
  while (run.state.orders.length < MAX_ORDERS) {
    const countBefore = run.state.orders.length;
    await placeOrder(run);
    if (run.state.orders.length === countBefore) break;
  }
  normaliseState(run.state);
  const stepCount = random.chance(SINGLE_STEP_SHARE)
    ? 1
    : random.integer(1, Math.min(atOnce, MAX_CONCURRENT_STEPS));
  const triedSteps = await takeSteps(run, chooseSteps(random, run.state, stepCount));
  const foundState = await readSimulationState(simulation, ids, run.state.settings);
  const outcome = outcomesOf(run.state, triedSteps).get(comparableKey(foundState));
  const fail = (reason: string) =>
    new SimulationFailure(describeFailure(run, triedSteps, foundState, reason));
  if (!outcome) throw fail('the database is in a state that no order of the steps explains');
  const failedSteps = triedSteps.filter(({ error }) => error !== null);
  if (failedSteps.length > outcome.failures.length) throw fail('the program failed');
  const brokenRules = [...outcome.brokenRules, ...brokenInvariants(foundState)];
  if (brokenRules.length > 0) throw fail(brokenRules.join('; '));
  for (const row of outcome.rows) counts.row(row);
  run.state = foundState;
  return stepCount;
}
