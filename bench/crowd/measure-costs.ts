import { setTimeout as delay } from 'node:timers/promises';
import type { MemoryUse } from '../memory.ts';
import { startMessageGenerator } from '../message-rate.ts';
import type { ActionName } from '../mixed/actions.ts';
import { signInMany } from '../realtime.ts';
import type { ActionCost, MeasuredCosts, SocketCost } from './costs.ts';
import { dayOfPerson } from './day.ts';
import type { DayAction } from './day-action.ts';
import {
  type CpuConsumer,
  growthOfTables,
  measureUse,
  type ResourceUse,
  type UseMeter,
} from './meter.ts';
import { CONNECTED_PEOPLE } from './prepare.ts';
import { crowdSettings } from './settings.ts';
import type { Stage } from './stage.ts';

/** Seconds for which the idle program is measured, whose work is subtracted from that of the actions. */
const IDLE_SECONDS = 15;
/** Time after which a person whose socket was closed is told to be offline, with some reserve. */
const OFFLINE_MS = 12_000;
const SETTLE_MS = 1_500;
const DEVICES_PER_PERSON = 4;
/** Few enough that telling all held sockets of them stays below the bound of presence. */
const CROWDED_VISITS_PER_SECOND = 2;
/** Time until a checkpoint and a start have ended whatever they set off. */
const REST_MS = 5_000;
/** Time until pictures have been made small in the background. */
const PICTURE_MS = 6_000;

const settleMs: Readonly<Partial<Record<ActionName, number>>> = {
  openSocket: OFFLINE_MS,
  publishPhoto: PICTURE_MS,
  publishService: PICTURE_MS,
};

/** Processor ms that each consumer uses in a second while nobody does anything. */
export type IdleUse = Readonly<Record<CpuConsumer, number>>;

async function measureIdle(meter: UseMeter): Promise<IdleUse> {
  const { used } = await measureUse(meter, () => delay(IDLE_SECONDS * 1_000), 0);
  const perSecond = Object.entries(used.cpuMs).map(([consumer, ms]) => [
    consumer,
    ms / used.seconds,
  ]);
  return Object.fromEntries(perSecond) as IdleUse;
}

/** Measures what an idle program uses, once a checkpoint and the preparations have ended. */
export async function measureIdleAfterRest({ client }: Stage, meter: UseMeter): Promise<IdleUse> {
  await client.query('CHECKPOINT');
  await delay(REST_MS);
  return measureIdle(meter);
}

/** Divides what was used by the number of actions, without what an idle program uses. */
function costPerAction(
  used: ResourceUse,
  idle: IdleUse,
  count: number,
  sentBytes: number,
): ActionCost {
  const msOf = (consumer: CpuConsumer) =>
    Math.max(0, used.cpuMs[consumer] - idle[consumer] * used.seconds) / count;
  const grownTables = Object.entries(growthOfTables(used));
  return {
    mainMs: msOf('main'),
    threadMs: msOf('threads'),
    databaseMs: msOf('database'),
    redisMs: msOf('redis'),
    hintMs: msOf('observer'),
    notices: used.notices / count,
    walBytes: used.walBytes / count,
    tableBytes: Object.fromEntries(grownTables.map(([name, bytes]) => [name, bytes / count])),
    fileBytes: Math.max(0, used.fileBytes) / count,
    sentBytes: sentBytes / count,
  };
}

async function measureAction(
  { generator, client }: Stage,
  meter: UseMeter,
  idle: IdleUse,
  { action, costRate }: Pick<DayAction, 'action' | 'costRate'>,
): Promise<ActionCost> {
  const mix = [{ action, weight: 1, label: action }];
  // After a checkpoint each page is written to the WAL as a whole once, as most are in a database that outgrows memory.
  await client.query('CHECKPOINT');
  const { result, used } = await measureUse(
    meter,
    () => generator.run({ mix, rate: costRate, seconds: crowdSettings.costSeconds }),
    settleMs[action] ?? SETTLE_MS,
  );
  const count = result.completedByAction[action] ?? 0;
  if (count === 0) throw new Error(`no action of the kind ${action} was completed`);
  return costPerAction(used, idle, count, result.receivedBytes);
}

/** Measures what holding sockets costs, and how much more a visit costs for each of them. */
async function measureHeldSockets(
  stage: Stage,
  meter: UseMeter,
  idle: IdleUse,
  visit: ActionCost,
): Promise<Pick<SocketCost, 'msPerSecond' | 'presenceMs'>> {
  const { url } = stage.program;
  const { heldSockets } = crowdSettings;
  const people = await signInMany(url, Math.ceil(heldSockets / DEVICES_PER_PERSON));
  const talkers = Array.from({ length: DEVICES_PER_PERSON }, () => people)
    .flat()
    .slice(0, heldSockets);
  const holder = startMessageGenerator();
  try {
    await holder.execute({ do: 'connect', url, talkers });
    await delay(OFFLINE_MS);
    const holding = await measureIdle(meter);
    const visits = { action: 'openSocket', costRate: CROWDED_VISITS_PER_SECOND } as const;
    const crowdedVisit = await measureAction(stage, meter, holding, visits);
    return {
      msPerSecond: Math.max(0, holding.main - idle.main) / heldSockets,
      presenceMs: Math.max(0, crowdedVisit.mainMs - visit.mainMs) / heldSockets,
    };
  } finally {
    holder.end();
    await delay(OFFLINE_MS);
  }
}

/** Runs `work` without autovacuum, which would count for whichever action is being measured. */
async function withoutVacuum<T>({ client }: Stage, work: () => Promise<T>): Promise<T> {
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  try {
    return await work();
  } finally {
    await client.query('ALTER SYSTEM RESET autovacuum');
    await client.query('SELECT pg_reload_conf()');
  }
}

/** A visit costs less than measured by what told the connected people of it. */
function withoutPresence(visit: ActionCost, presenceMs: number): ActionCost {
  return { ...visit, mainMs: Math.max(0, visit.mainMs - presenceMs * CONNECTED_PEOPLE) };
}

/** Measures each action of the day alone, and held sockets. */
export function measureCosts(
  stage: Stage,
  meter: UseMeter,
  { used: heapBytes, resident: residentBytes }: MemoryUse,
  printLine: (line: string) => void,
): Promise<Pick<MeasuredCosts, 'actions' | 'socket'>> {
  return withoutVacuum(stage, async () => {
    const idle = await measureIdleAfterRest(stage, meter);
    const actions: Partial<Record<ActionName, ActionCost>> = {};
    for (const dayAction of dayOfPerson.filter(({ perDay }) => perDay > 0)) {
      const cost = await measureAction(stage, meter, idle, dayAction);
      actions[dayAction.action] = cost;
      const times = [cost.mainMs, cost.threadMs, cost.databaseMs].map((ms) => ms.toFixed(2));
      printLine(`    ${dayAction.action}: ${times.join(' + ')} ms`);
    }
    const visit = actions.openSocket;
    if (!visit) throw new Error('the day has no visits');
    const held = await measureHeldSockets(stage, meter, idle, visit);
    actions.openSocket = withoutPresence(visit, held.presenceMs);
    return { actions, socket: { heapBytes, residentBytes, ...held } };
  });
}
