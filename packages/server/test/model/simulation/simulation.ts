import { recordAuditEntry } from '../../../src/modules/moderation/index.ts';
import type { DisputeDeps } from '../../../src/modules/orders/disputes/routes.ts';
import type { OrderTasks } from '../../../src/modules/orders/index.ts';
import type { OrderDeps } from '../../../src/modules/orders/routes.ts';
import type { PayoutTasks } from '../../../src/modules/wallet/payouts/payout-jobs.ts';
import type { SendPayoutDeps } from '../../../src/modules/wallet/payouts/send-or-look-up-payout.ts';
import type { WalletDeps } from '../../../src/modules/wallet/routes.ts';
import type { Person } from '../../../src/platform/actor.ts';
import type { Database } from '../../../src/platform/database/pool.ts';
import { createEnqueue } from '../../../src/platform/jobs/index.ts';
import { createMemoryRateLimiter } from '../../../src/platform/limits/rate-limiter.ts';
import { systemClock } from '../../../src/ports/clock.ts';
import { systemIds } from '../../../src/ports/ids.ts';
import { buildService, buildUser } from '../../fixtures/data/builders.ts';
import { mailSite } from '../../fixtures/data/mail-site.ts';
import { buildPayoutProfile, noStatements, testEncryption } from '../../fixtures/data/payouts.ts';
import {
  type FakePaymentProvider,
  fakePaymentProvider,
} from '../../fixtures/fakes/fake-payment-provider.ts';
import {
  type FakePayoutProvider,
  fakePayoutProvider,
} from '../../fixtures/fakes/fake-payout-provider.ts';
import { offlinePresence } from '../../fixtures/fakes/fake-presence.ts';
import { undeliveredMessages } from '../../fixtures/fakes/undelivered-messages.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';
import type { ModelSettings } from '../state.ts';
import { type FaultySlot, openFaultySlot } from './fault-injection.ts';

/** Maximum number of concurrent steps in one simulation. */
export const MAX_CONCURRENT_STEPS = 3;
/** Length of all deadlines, in hours: longer than any run, because only steps let a deadline pass. */
const DEADLINE_HOURS = 10_000;

export interface Seller extends Person {
  readonly serviceId: string;
}

/** People, providers and connections of one simulation; several simulations share a database. */
export interface Simulation {
  readonly databaseUrl: string;
  /** Connections that are never hit by faults. */
  readonly watcher: Database;
  readonly provider: FakePaymentProvider;
  readonly payouts: FakePayoutProvider;
  readonly slots: readonly FaultySlot[];
  readonly buyers: readonly Person[];
  readonly sellers: readonly Seller[];
  readonly admin: Person;
  close(): Promise<void>;
}

async function createPerson(database: Database, role: Person['role'] = 'user'): Promise<Person> {
  const uid = await buildUser(database.pool, { role });
  return { kind: 'person', uid, role, sessionId: uid, adult: false, blocks: false };
}

async function createSeller(database: Database): Promise<Seller> {
  const person = await createPerson(database);
  await buildPayoutProfile(database.pool, person.uid);
  return { ...person, serviceId: await buildService(database.pool, person.uid) };
}

export async function openSimulation(
  databaseUrl: string,
  watchingDatabase: Database,
): Promise<Simulation> {
  const provider = fakePaymentProvider();
  const payouts = fakePayoutProvider();
  const slots = Array.from({ length: MAX_CONCURRENT_STEPS }, () =>
    openFaultySlot(databaseUrl, { provider, payouts }),
  );
  return {
    databaseUrl,
    watcher: watchingDatabase,
    provider,
    payouts,
    slots,
    buyers: [await createPerson(watchingDatabase), await createPerson(watchingDatabase)],
    sellers: [await createSeller(watchingDatabase), await createSeller(watchingDatabase)],
    admin: await createPerson(watchingDatabase, 'admin'),
    close: async () => {
      await Promise.all(slots.map(({ database }) => database.close()));
    },
  };
}

export type StepDeps = OrderDeps & DisputeDeps & WalletDeps & SendPayoutDeps;

/** Dependencies of the program's functions, on the connections of a slot. */
export function depsOf(
  slot: Pick<FaultySlot, 'database' | 'provider' | 'payouts'>,
  { feePercent, clears }: ModelSettings,
): StepDeps {
  return {
    database: slot.database,
    paymentProvider: slot.provider,
    clock: systemClock,
    ids: systemIds,
    publicUrl: 'https://guilda.example',
    messaging: undeliveredMessages,
    platformFeePercent: feePercent,
    accountAge: null,
    paymentTimeoutMinutes: DEADLINE_HOURS * 60,
    startTimeoutHours: DEADLINE_HOURS,
    clearingHours: clears.seller ? DEADLINE_HOURS : 0,
    clearingHoursConfirmed: clears.buyer ? DEADLINE_HOURS : 0,
    disputeAnswerHours: DEADLINE_HOURS,
    dataEncryption: testEncryption,
    payoutProfileRestHours: DEADLINE_HOURS,
    withdrawalTwoEyes: Number.MAX_SAFE_INTEGER,
    company: mailSite.company,
    statementRenderer: noStatements,
    enqueue: createEnqueue<OrderTasks & PayoutTasks>(),
    payoutProvider: slot.payouts,
    recordAuditEntry: recordAuditEntry({ ids: systemIds }),
    pictureUrlsFor: () => (photoURL, adult) => (adult ? null : photoURL),
    presence: offlinePresence,
    limiter: createMemoryRateLimiter(10_000),
    log: quietLog,
  };
}
